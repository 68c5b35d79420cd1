package pets;

class OwnerService {
  String find(int id) { return ""; }
}
