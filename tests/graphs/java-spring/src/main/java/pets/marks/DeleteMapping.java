package pets.marks;

public @interface DeleteMapping {
  String value();
}
