package shop;

import org.springframework.context.ApplicationListener;
import org.springframework.context.event.EventListener;
import org.springframework.transaction.event.TransactionalEventListener;

class Listeners {
  @EventListener
  void mail(Sold event) {}
  @TransactionalEventListener
  void book(Sold event) {}
  @EventListener
  void twice(SoldTwice event) {}
  void never(Sold event) {}
}

class Archive implements ApplicationListener<Sold> {
  public void onApplicationEvent(Sold event) {}
  public void other(Sold event) {}
}
