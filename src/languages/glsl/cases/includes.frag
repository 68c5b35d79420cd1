#version 450
#include "common.glsl"
#define PI 3.14
#define SQUARE(x) ((x) * (x))
layout(location = 0) in vec3 normal;
out vec4 color;
uniform float time;

void main() {
  color = shade(normal, time * PI) + vec4(SQUARE(2.0));
}
