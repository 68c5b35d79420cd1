package shop;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;

class Shop {
  private final ApplicationEventPublisher publisher;
  private final Own own;
  Shop(ApplicationEventPublisher publisher, Own own) { this.publisher = publisher; this.own = own; }
  void sell(int id) { publisher.publishEvent(new Sold(id)); }
  void sellTwice(int id) {
    SoldTwice event = new SoldTwice(id);
    publisher.publishEvent(event);
  }
  void other(int id) { own.publishEvent(new Sold(id)); }
  void lose() { publisher.publishEvent(new Lost()); }
}

class Own { void publishEvent(Object event) {} }
