/** Whether the browser lacks colours without which texts are white on white: it is older than those that the app is for. */
export function isTooOld(): boolean {
  return !CSS.supports('color', 'light-dark(oklch(from red l c h), red)');
}
