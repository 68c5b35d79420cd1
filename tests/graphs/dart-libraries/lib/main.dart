import 'package:app/shape.dart';
import 'shape.dart' as s;
import 'dart:io';
void run(Shape given, Function square) {
  given.area();
  var made = Shape(1);
  made.area();
  Shape.unit().area();
  s.square(2);
  square(3);
  unknown.area();
  print(given.size);
}
class Base { void go() { help(); this.help(); } void help() {} }
