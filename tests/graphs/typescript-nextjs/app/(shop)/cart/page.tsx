export default function Cart() {
  return fetch('/api/posts');
}
