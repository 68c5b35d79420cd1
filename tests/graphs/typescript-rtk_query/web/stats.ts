export async function loadStats() {
  return { data: 1 };
}
