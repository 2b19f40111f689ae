import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Frame } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Beyond WCAG 2.2 AA, which is the aim. */
const BEYOND = 'wcag2aaa';
/** All rules whose checks ask for a colour. */
const ABOUT_COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong in the document of `frame`, by all of its rules up to WCAG 2.2 AA and those of good practice:
 * one text for each rule and element. `within`: only there; whole documents are looked at unless it is given.
 */
export function violationsIn(frame: Frame, within?: string[]): Promise<string[]> {
  return runAxe(frame, { within });
}

/**
 * As `violationsIn`, for a document whose look changes between the calls: in a shape that was looked at before, as when
 * light becomes dark, only the rules about colours run.
 */
export function violationsByShape(frame: Frame, within?: string[]): () => Promise<string[]> {
  const known = new Set<string>();
  return async () => {
    const shape = await shapeOf(frame, within);
    const isKnown = known.has(shape);
    known.add(shape);
    return runAxe(frame, { within, only: isKnown ? ABOUT_COLORS : undefined });
  };
}

type Looked = {
  within?: string[] | undefined;
  /** The names of the rules to run; all of them unless given. */
  only?: readonly string[] | undefined;
};

async function runAxe(frame: Frame, { within, only }: Looked): Promise<string[]> {
  // The page's own policy would forbid a script element, but not what the browser is told from outside.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE);
  return frame.evaluate(
    async ([beyond, selectors, only]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const rules = axe.getRules().filter(({ tags }) => !tags.includes(beyond) && !tags.includes('deprecated'));
      const names = rules.map(({ ruleId }) => ruleId);
      const options: Axe.RunOptions = {
        runOnly: { type: 'rule', values: only ? names.filter((name) => only.includes(name)) : names },
        resultTypes: ['violations'],
        // The frame of the widget is looked at by itself.
        iframes: false,
      };
      const found = await axe.run(selectors ?? document, options);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      );
    },
    [BEYOND, within, only] as const,
  );
}

/**
 * All that axe's rules look at, except colours: the size of the window, and elements and texts in their order, with their
 * attributes, their places, and whether they can be seen. Rules do not read classes; the colour scheme is a style of the
 * document.
 */
function shapeOf(frame: Frame, within = ['html']): Promise<string> {
  return frame.evaluate((selectors) => {
    const attributesOf = (element: Element) =>
      [...element.attributes]
        .filter(({ name }) => name !== 'class' && !(name === 'style' && element === document.documentElement))
        .map(({ name, value }) => `${name}=${value}`);
    const shape = (node: Node): unknown => {
      if (!(node instanceof Element)) return node.nodeValue;
      const { x, y, width, height } = node.getBoundingClientRect();
      const isSeen = node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const inside = [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes].map(shape);
      return [node.localName, ...attributesOf(node), x, y, width, height, isSeen, inside];
    };
    const found = selectors.map((selector) => [...document.querySelectorAll(selector)].map(shape));
    return JSON.stringify([innerWidth, innerHeight, found]);
  }, within);
}
