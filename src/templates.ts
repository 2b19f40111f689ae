import { createHash } from 'node:crypto';
import { assetText } from './assets.ts';

type Template = (data: object) => string;

const compiled = new Map<string, Template>();
/** Styles and scripts of pages, by their paths. */
const texts = new Map<string, string>();

/**
 * Fills the template with this path in templates/. Values are escaped, except in text files.
 * @throws Error when it uses a value that `data` does not have
 */
export async function fill(path: string, data: object): Promise<string> {
  const template = compiled.get(path) ?? (await compile(path));
  compiled.set(path, template);
  return template(data);
}

/** Handlebars is loaded with the first template, so that the server starts faster. */
async function compile(path: string): Promise<Template> {
  const { default: Handlebars } = await import('handlebars');
  return Handlebars.compile(assetText(`templates/${path}`), { strict: true, noEscape: path.endsWith('.txt') });
}

/**
 * Fills templates/`name`/page.html with `data` and, as `style`, page.css beside it. `script()` gives page.js, for pages that
 * have one.
 * @throws Error when it uses a value that `data` does not have
 */
export function fillPage(name: string, data: object): Promise<string> {
  return fill(`${name}/page.html`, { ...data, style: styleOf(name), script: () => scriptOf(name) });
}

/**
 * The Content-Security-Policy of the page templates/`name`/page.html: its own style, forms sent to this server, and the
 * directives in `more`.
 */
export function pagePolicy(name: string, ...more: string[]): string {
  return styledPagePolicy(name, [], ...more);
}

/** As `pagePolicy`, for a page with these further styles. */
export function styledPagePolicy(name: string, others: readonly string[], ...more: string[]): string {
  return [
    "default-src 'none'",
    `style-src ${[styleOf(name), ...others].map(sourceOf).join(' ')}`,
    ...more,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For `pagePolicy`, of a page that has a script: templates/`name`/page.js in an element of its own. */
export const scriptPolicy = (name: string): string => `script-src ${sourceOf(scriptOf(name))}`;

/** Allows one text in a Content-Security-Policy. */
export const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const styleOf = (name: string) => read(`${name}/page.css`);
const scriptOf = (name: string) => read(`${name}/page.js`);

function read(path: string): string {
  const text = texts.get(path) ?? assetText(`templates/${path}`);
  texts.set(path, text);
  return text;
}
