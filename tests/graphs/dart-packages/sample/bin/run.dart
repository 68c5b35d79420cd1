import 'package:client/main.dart';

void run(Reply reply) {
  reply.headers
    ..add('a')
    ..add('b');
  reply..close();
  make()..close();
  Headers().add('c');
}
