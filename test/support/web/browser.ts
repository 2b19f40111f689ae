import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { sharedApps } from '../shared-apps.ts';
import { unpackChromium } from './unpack-chromium.ts';

/** It would not start as root with a sandbox, nor in many containers. */
const ARGS = ['--no-sandbox', '--no-zygote', '--font-render-hinting=none', '--disable-gpu'];
const LACKS_LIBRARY = /error while loading shared libraries/;

let starting: Promise<Browser> | undefined;

/** The browser of this worker, started with its first suite that needs one. Each test has contexts of its own. */
export function theBrowser(): Promise<Browser> {
  if (!starting) {
    starting = startBrowser();
    // What ends the shared apps ends the browser too.
    sharedApps.set(
      'browser',
      starting.then((browser) => ({ stop: () => browser.close() })),
    );
  }
  return starting;
}

/** Starts a browser of its own, with more arguments, and without some that Playwright gives it. */
export async function startBrowser(more: string[] = [], without: string[] = []): Promise<Browser> {
  const { executable, libraries, fonts } = await unpackChromium();
  const launch = (env: Record<string, string>) =>
    chromium.launch({
      executablePath: executable,
      args: [...ARGS, ...more],
      ignoreDefaultArgs: without,
      env: { ...process.env, ...(existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: fonts }), ...env },
    });
  try {
    return await launch({});
  } catch (error) {
    if (!LACKS_LIBRARY.test(String(error))) throw error;
    return launch({ LD_LIBRARY_PATH: libraries });
  }
}
