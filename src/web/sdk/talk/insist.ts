/**
 * Makes every rule important, because the page's own rules have won, as `* { all: unset !important }` does, which unsets the
 * drawings of the icons too. Elsewhere they are not, so that a site can style the bubble.
 */
export function insist(sheet: CSSStyleSheet, bubbles: Element): void {
  const styles = Array.from(sheet.cssRules, ({ cssText }) => cssText).join('');
  sheet.replaceSync(styles.replaceAll(/([\w-]+:[^{};]+)(?=[;}])/g, '$1!important'));
  for (const path of bubbles.querySelectorAll('path')) {
    path.style.setProperty('d', `path("${path.getAttribute('d')}")`, 'important');
  }
}
