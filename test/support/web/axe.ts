import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Frame } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Beyond WCAG 2.2 AA, which is the aim. */
const BEYOND = 'wcag2aaa';

/**
 * What axe finds wrong in the document of `frame`, by all of its rules up to WCAG 2.2 AA and those of good practice:
 * one text for each rule and element. `within`: only there; whole documents are looked at unless it is given.
 */
export async function violationsIn(frame: Frame, within?: string[]): Promise<string[]> {
  // The page's own policy would forbid a script element, but not what the browser is told from outside.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE);
  return frame.evaluate(
    async ([beyond, selectors]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const rules = axe.getRules().filter(({ tags }) => !tags.includes(beyond) && !tags.includes('deprecated'));
      const options: Axe.RunOptions = {
        runOnly: { type: 'rule', values: rules.map(({ ruleId }) => ruleId) },
        resultTypes: ['violations'],
        // The frame of the widget is looked at by itself.
        iframes: false,
      };
      const found = await axe.run(selectors ?? document, options);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      );
    },
    [BEYOND, within] as const,
  );
}
