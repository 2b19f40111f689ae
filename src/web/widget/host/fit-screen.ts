/** Keeps the app as high as what is left above the keyboard of a phone. */
export function fitScreen(): void {
  const { visualViewport: viewport } = window;
  if (!viewport) return;
  const fit = () => {
    document.documentElement.style.setProperty('--height', `${viewport.height}px`);
    scrollTo(0, 0);
  };
  viewport.addEventListener('resize', fit);
  fit();
}
