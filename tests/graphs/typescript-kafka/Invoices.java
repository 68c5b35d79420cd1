package shop;

import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;

public class Invoices {
    private static final String REFUNDS = "refunds";
    private final KafkaTemplate<String, String> template;
    private final Mailer mailer;

    Invoices(KafkaTemplate<String, String> template, Mailer mailer) {
        this.template = template;
        this.mailer = mailer;
    }

    @KafkaListener(topics = "invoices", groupId = "shop")
    public void invoice(String id) {
        template.send(REFUNDS, id);
        mailer.send("orders", id);
    }
}
