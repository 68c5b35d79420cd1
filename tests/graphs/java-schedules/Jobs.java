package shop;

import org.springframework.scheduling.annotation.Scheduled;

class Jobs {
    @Scheduled(cron = "0 0 * * * *")
    void clean() {}

    @Scheduled(fixedRate = 5000)
    void poll() {}

    @Own("0 0 * * * *")
    void never() {}
}
