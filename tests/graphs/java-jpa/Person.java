import jakarta.persistence.Entity;
import jakarta.persistence.Table;

@Entity
@Table(name = "people")
class Person {
  private String firstName;
}

@Entity
class OrderItem {}

@Entity
class Pet {
  private String petName;
  Object all(Db db) { return db.query("SELECT pet_name FROM pet"); }
}
