import styles from './bubble.css';

/** The stylesheet of the bubble: a constructed one, which pages may not forbid. */
export function makeSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  return sheet;
}

/**
 * Makes every rule important if the page's own rules have won, as `* { all: unset !important }` does. Otherwise they are
 * not, so that a site can style the bubble.
 */
export function insist(sheet: CSSStyleSheet, bubble: Element): void {
  if (getComputedStyle(bubble).position === 'fixed') return;
  sheet.replaceSync(styles.replaceAll(/([\w-]+:[^{};]+)(?=[;}])/g, '$1!important'));
}
