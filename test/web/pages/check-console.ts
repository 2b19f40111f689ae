import type { Page } from 'playwright-core';
import { violationsByShape } from '../../support/web/axe.ts';

const DESKTOP = { width: 1280, height: 800 };
const SIZES = [
  { width: 320, height: 640 },
  // At 200 %, a page has half of its width and height.
  { width: 640, height: 400 },
  DESKTOP,
];
const LOOKS = SIZES.flatMap((size) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    (['ltr', 'rtl'] as const).map((direction) => ({ size, colorScheme, direction })),
  ),
);

/** What axe finds in the console in every look, and what is cut off at a side: each problem with the looks that have it. */
export async function checkConsole(page: Page): Promise<Record<string, string[]>> {
  const violations = violationsByShape(page.mainFrame());
  const found: Record<string, string[]> = {};
  for (const { size, colorScheme, direction } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await page.evaluate((dir) => void (document.documentElement.dir = dir), direction);
    for (const problem of [...(await violations()), ...(await cutOffIn(page))]) {
      (found[problem] ??= []).push(`${size.width} px, ${colorScheme}, ${direction}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  return found;
}

/** The elements that reach over a side of the window. */
function cutOffIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#app *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && element.checkVisibility() && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`),
  );
}
