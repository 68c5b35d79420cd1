float tone(float c) { return c; }
float tone(in vec3 c) { return dot(c, vec3(0.2)); }
float tone(const in vec4 c) { return tone(c.rgb); }
