import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { violationsIn } from '../../support/web/axe.ts';
import { theBrowser } from '../../support/web/browser.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('the start page', () => {
  it.each([
    ['light', 320],
    ['dark', 320],
    ['light', 1280],
    ['dark', 1280],
  ] as const)('can be used by everyone, in %s colours and %i pixels wide', async (colorScheme, width) => {
    const context = await (await theBrowser()).newContext({ colorScheme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    // Browsers that ask for HTML are led to the console.
    await page.route('**/*', (route) => route.continue({ headers: { ...route.request().headers(), accept: '*/*' } }));
    await page.goto(test.url);

    const found = await violationsIn(page.mainFrame());
    const [scrolled, background] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      getComputedStyle(document.querySelector('pre')!).backgroundColor,
    ]);
    await context.close();

    expect([found, problems]).toEqual([[], []]);
    expect(scrolled).toBe(width);
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(39, 39, 42)' : 'rgb(244, 244, 245)');
  });
});
