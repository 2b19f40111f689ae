import type { Page } from 'playwright-core';

/** Lets the next write to an address reach the server, and loses its answer. */
export async function loseAnswer(page: Page, address: RegExp): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.continue();
    isLost = true;
    // The connection that it would go over may just have been closed.
    await route.fetch({ maxRetries: 3 });
    return route.abort('connectionreset');
  });
}
