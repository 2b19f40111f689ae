/** Events of navigation libraries before they copy or replace the page. */
const BEFORE_SWAP = [
  'turbo:before-cache',
  'turbo:before-render',
  'turbolinks:before-cache',
  'turbolinks:before-render',
  'astro:before-swap',
];
/** A page that removes the elements again and again is let have its way. */
const MOST_TIMES = 50;

type Movable = ParentNode & { moveBefore?: (node: Node, child: Node | null) => void };

/**
 * Keeps the elements and the styles in the page, whatever becomes of its body. From the first navigation without a new
 * page they stand beside the body, where nothing replaces them. The first element has the frame; taken out of the page, that
 * begins anew, which `restarted` is told.
 */
export function keepInPage(elements: HTMLElement[], sheet: CSSStyleSheet, restarted: () => void): void {
  let times = 0;

  function attach(parent: Movable): void {
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    for (const element of elements) {
      if (element.parentNode === parent) continue;
      if (element.isConnected && parent.moveBefore) parent.moveBefore(element, null);
      else {
        parent.append(element);
        if (element === elements[0]) restarted();
      }
    }
  }

  const attachBeside = () => attach(document.documentElement);

  function watch(): void {
    observer.disconnect();
    for (const node of [document, document.documentElement, document.body]) {
      if (node) observer.observe(node, { childList: true });
    }
  }

  const observer = new MutationObserver(() => {
    watch();
    const isGone = elements.some((element) => !element.isConnected);
    if (!isGone || !document.body || times > MOST_TIMES) return;
    times += 1;
    attachBeside();
  });

  for (const name of BEFORE_SWAP) document.addEventListener(name, attachBeside);
  attach(document.body);
  watch();
}
