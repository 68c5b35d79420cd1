float step2(float x);

float run(float x, inout float y) {
  if (x > 1.0) return step2(x);
  else y = run(x, y);
  while (step2(x) < y) x += step2(y);
  switch (int(x)) { case 1: return step2(1.0); default: break; }
  return x > 0.0 ? step2(x) : step2(y);
}

float step2(float x) { return x * 2.0; }
