__global__ void kernel(float *x, int n) { int i = threadIdx.x; if (i < n) x[i] = twice(x[i]); }
__device__ float twice(float a) { return a * 2; }
template <typename T> __global__ void tk(T *x) {}
void run(float *x) {
  kernel<<<1, 256>>>(x, 3);
  dim3 g(1), b(2);
  kernel<<<g, b, 0, stream>>>(x, count());
  tk<float><<<g, b>>>(x);
}
int count() { return 1; }
