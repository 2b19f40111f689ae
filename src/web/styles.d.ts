/** The text of a stylesheet, minified, for `new CSSStyleSheet()`. */
declare module '*.css' {
  const text: string;
  export default text;
}
