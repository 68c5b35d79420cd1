export 'src/headers.dart';
