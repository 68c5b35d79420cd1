package shop;

import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

class Prints {
    RabbitTemplate template;

    @RabbitListener(queues = {"paper", "ink"})
    void refill(String what) {
        template.convertAndSend("prints", what);
        template.convertAndSend("exchange", "prints", what);
    }
}
