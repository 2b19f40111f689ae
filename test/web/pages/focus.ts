import type { Frame, Page } from 'playwright-core';

/** More than any view has. */
const MOST_STOPS = 80;

/** Presses Tab until what `selector` names first has the focus, as visitors do. @throws Error when it never has */
export async function tabTo(page: Page, frame: Frame, selector: string): Promise<void> {
  const wanted = await frame.waitForSelector(selector, { state: 'attached' });
  const passed: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    passed.push(await frame.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? ''));
  }
  throw new Error(`no way to ${selector}, only to ${passed.join(', ')}`);
}

/** Waits until what has the focus is one of what `selector` names. */
export async function focusedIn(frame: Frame, selector: string): Promise<void> {
  await frame
    .waitForFunction((selector) => document.activeElement?.matches(selector), selector)
    .catch(async () => {
      const focused = await frame.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
      throw new Error(`the focus is not at ${selector}, but at ${focused}`);
    });
}

/** Everything in the frame that Tab stops at, and whether it is seen. */
export async function tabStops(page: Page, frame: Frame): Promise<{ stop: string; hasRing: boolean }[]> {
  const seen = new Map<string, boolean>();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await frame.evaluate(() => {
      const focused = document.activeElement!;
      if (!document.hasFocus() || focused === document.body) return null;
      // The ring of a radio button is around what stands for it.
      const shown = focused.matches('.unseen') ? focused.nextElementSibling! : focused;
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      return { stop: focused.outerHTML, hasRing: outlineStyle !== 'none' && outlineWidth !== '0px' };
    });
    if (found) seen.set(found.stop, found.hasRing);
  }
  return [...seen].map(([stop, hasRing]) => ({ stop, hasRing }));
}
