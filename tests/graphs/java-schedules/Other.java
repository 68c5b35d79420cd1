package shop.other;

import shop.other.own.Scheduled;

class Other {
    @Scheduled(cron = "1 1 * * * *")
    void never() {}
}
