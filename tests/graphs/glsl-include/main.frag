#include "lib.glsl"
struct Light { vec3 p; };
void main() { float y = sq(2.0); vec4 c = vec4(1.0); Light l; l.p; }
