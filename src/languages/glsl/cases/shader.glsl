#version 330
uniform vec3 pos;
struct Light { vec3 p; };
float sq(float x) { return x * x; }
void main() { float y = sq(2.0); vec4 c = vec4(1.0); Light l; use(l.p); for (int i=0;i<3;i++) sq(i); }
