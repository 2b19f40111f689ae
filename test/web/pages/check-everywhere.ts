import type { Frame } from 'playwright-core';
import { violationsByShape } from '../../support/web/axe.ts';
import { type Look, LOOKS, showAs, type Shown } from './looks.ts';

/** What the script of the website puts into its page. */
const OURS = ['#cw-bubble-holder', '#cw-widget-holder'];

/**
 * What axe finds wrong in the page and in the frame of the widget, if it has one, and what is cut off at a side, in
 * every look: each problem with the looks that have it.
 */
export async function checkEverywhere(shown: Shown): Promise<Record<string, string[]>> {
  const { page, frame, isHost } = shown;
  const checks = [
    ...(isHost ? [violationsByShape(page.mainFrame(), OURS)] : []),
    ...(frame ? [violationsByShape(frame), () => cutOffIn(frame)] : []),
  ];
  const found: Record<string, string[]> = {};
  for (const look of LOOKS) {
    await showAs(shown, look);
    for (const problemsNow of checks) {
      for (const problem of await problemsNow()) (found[problem] ??= []).push(nameOf(look));
    }
  }
  return found;
}

const nameOf = ({ size, theme, direction }: Look) => `${size}, ${theme}, ${direction}`;

/** The elements that reach over a side of the document, which can be scrolled upwards and downwards alone. */
function cutOffIn(frame: Frame): Promise<string[]> {
  return frame.evaluate(() =>
    [...document.querySelectorAll('.app *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`),
  );
}
