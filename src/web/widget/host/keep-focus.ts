/** Where what has the focus goes away or is disabled, what was around it has the focus instead, or else the view. */
export function keepFocus(): void {
  /** What has the focus, and all around it. */
  let path: Element[] = [];
  addEventListener('focusin', (event) => (path = event.composedPath().filter((part) => part instanceof Element)));
  addEventListener('pointerdown', () => (path = []));

  new MutationObserver(() => {
    const [focused] = path;
    const isThere = (part: Element) => part.isConnected && !part.matches(':disabled');
    if (!focused || isThere(focused) || !document.hasFocus()) return;
    if (![document.body, focused].includes(document.activeElement ?? focused)) return;
    const place = path.find((part) => isThere(part) && part.closest('main')) ?? document.querySelector('main');
    if (!(place instanceof HTMLElement)) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}
