library app;

import 'dart:io';
import 'package:app/util.dart' as util;
import 'src/near.dart' show Near hide Far;
export 'src/public.dart';
part 'src/part.dart';

typedef Maker = Near Function(int n);
enum Color { red, green }
mixin Loud { void shout() { util.say('x'); } }
extension Words on String { int words() => split(' ').length; }
final Near near = Near();
const limit = 3;
