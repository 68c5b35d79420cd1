int helper;
void other() {
  int helper = 1;
  helper += 2;
  vec3 v = vec3(1.0).xyz;
  v.x = float(helper);
}
