package pets;

import org.springframework.web.bind.annotation.*;
import pets.marks.DeleteMapping;

@RestController
@RequestMapping("/owners")
class OwnerController {
  private final OwnerService owners;

  OwnerController(OwnerService owners) { this.owners = owners; }

  @GetMapping("/{id}")
  String show(@PathVariable int id) { return owners.find(id); }

  @RequestMapping(value = "/new", method = RequestMethod.POST)
  String make() { return owners.find(1); }

  @PutMapping({"/a", "/b"})
  String two() { return ""; }

  @GetMapping
  String all() { return ""; }

  // No route: an annotation of the project's own.
  @DeleteMapping("/{id}")
  void remove() {}
}
