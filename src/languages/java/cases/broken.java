package broken;

import broken.

class Half {
  int whole() {
    return other(;
  }

  void other( {
    whole();
  }

  int [
}

class Next extends {
  void fine() {
    new Half().whole();
  }
