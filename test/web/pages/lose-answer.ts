import type { Page } from 'playwright-core';

/** Lets the next write to an address reach the server, and loses its answer. */
export async function loseAnswer(page: Page, address: RegExp): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
}
