import type { Frame } from 'playwright-core';

/** Follows what screen readers say by themselves in the document: each text that a live region gets, in order. */
export async function followAnnouncements(frame: Frame): Promise<() => Promise<string[]>> {
  await frame.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]';
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        if (!element?.closest(live)) continue;
        const texts = type === 'characterData' ? [target.textContent] : [...addedNodes].map((node) => node.textContent);
        heard.push(...texts.filter((text): text is string => Boolean(text)));
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => frame.evaluate(() => (window as unknown as { heard: string[] }).heard);
}
