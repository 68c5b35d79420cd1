import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Repository;
import org.springframework.stereotype.Service;

interface Orders {
  void save(String order);
}

@Repository
class DiskOrders implements Orders {
  public void save(String order) {}
}

/* Of the same member, but of no such type. */
class Printer {
  public void save(String order) {}
}

@Service
class Mails {
  void send() {}
}

@Service
public class Shop {
  @Autowired
  private Mails mails;
  private final Orders orders;

  public Shop(Orders orders) {
    this.orders = orders;
  }

  public void buy(String order, Object other) {
    orders.save(order);
    mails.send();
  }
}
