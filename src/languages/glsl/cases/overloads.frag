#include "tone.glsl"
struct Triangle { vec3 a; vec3 b; };
void main() {
  Triangle t;
  vec4 v = vec4(1.0, 2, 3, 4);
  float k = 0.5;
  float x = tone(v * 2.0) + tone(-v.xyz) + tone(t.a) + tone(normalize(v.rgb)) + tone(v.a);
  for (int i = 0; i < 3; i++) { v.x += tone(t.b * float(i)) + tone(v * k) + tone(3.0); }
  v = texture2D(image, v.xy);
  tone(texture2D(image, v.xy));
  tone(dot(v, v));
  tone(unknown);
}
