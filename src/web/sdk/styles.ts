import styles from './bubble.css';

/** The stylesheet of the bubble: a constructed one, which pages may not forbid. */
export function makeSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  return sheet;
}
