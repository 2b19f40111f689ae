import type { Page } from 'playwright-core';

/** What a browser lacks that others have, each as a script that takes it away from a page and the frames in it. */
const LACKS = {
  /** Firefox before 152, Safari before 26.2 */
  fieldSizing: `
    const { supports } = CSS;
    CSS.supports = (...given) => !given.join().includes('field-sizing') && supports.apply(CSS, given);
    const { replaceSync } = CSSStyleSheet.prototype;
    CSSStyleSheet.prototype.replaceSync = function (text) {
      replaceSync.call(this, text.replaceAll('field-sizing:content', ''));
    };`,
  /** Safari, Firefox before 144 */
  moveBefore: `for (const { prototype } of [Element, Document, DocumentFragment]) delete prototype.moveBefore;`,
  /** Where a browser refuses third parties their storage. */
  storageInFrames: `
    if (window !== top) {
      const refuse = { get() { throw new DOMException('refused', 'SecurityError'); } };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, refuse);
    }`,
  /** Firefox before 128 */
  relativeColors: `
    const { supports } = CSS;
    CSS.supports = (...given) => !given.join().includes('from red') && supports.apply(CSS, given);`,
} as const;

/** For the `prepare` of a page: takes these away before anything is in it. */
export function without(...lacking: (keyof typeof LACKS)[]) {
  return async (page: Page): Promise<void> => {
    for (const name of lacking) await page.addInitScript(`(() => { ${LACKS[name]} })()`);
  };
}

/** For the `prepare` of a page: it can neither read nor write cookies. */
export async function withoutCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDocumentCookieDisabled', { disabled: true });
}
