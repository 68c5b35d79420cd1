import { target } from './target';

function onUpdate() {}
function never() {}

export function wire(element: HTMLElement) {
  window.addEventListener('cart:update', onUpdate);
  document.addEventListener('cart:done', () => onUpdate());
  /* Another object, another event, an object that nothing tells from others. */
  document.addEventListener('cart:update', never);
  window.addEventListener('cart:gone', never);
  element.addEventListener('cart:update', never);
  target.addEventListener('cart:update', never);
}

export function buy(name: string, element: HTMLElement) {
  window.dispatchEvent(new CustomEvent('cart:update', { detail: 1 }));
  document.dispatchEvent(new Event('cart:done'));
  element.dispatchEvent(new CustomEvent('cart:update'));
  window.dispatchEvent(new CustomEvent(name));
  target.dispatchEvent(new CustomEvent('cart:update'));
}
