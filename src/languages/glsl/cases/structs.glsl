struct Light {
  vec3 place;
  float power;
};

uniform Light lights[4];
const int COUNT = 4;

float lit(Light light, vec3 at) {
  return light.power / distance(light.place, at);
}

float all(vec3 at) {
  float sum = 0.0;
  for (int i = 0; i < COUNT; i++) {
    sum += lit(lights[i], at);
  }
  return sum;
}
