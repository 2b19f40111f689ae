import { fill } from '../../templates.ts';
import { webAssets } from '../../web-assets/web-assets.ts';
import type { SignInWay } from './sign-in-ways.ts';

/** The language of the page until its script has chosen one, whose texts browsers load together with the script. */
const LANGUAGE = 'en';

/** The page of the console, which is the same at all of its addresses and for all users. */
export async function consolePage(ways: readonly SignInWay[]): Promise<string> {
  const { console: desk } = await webAssets();
  const [script, ...imported] = desk.scripts;
  const texts = desk.locales.get(LANGUAGE);
  return fill('console/page.html', {
    language: LANGUAGE,
    script,
    preloaded: texts === undefined ? imported : [...imported, texts],
    data: JSON.stringify({ ways }),
  });
}
