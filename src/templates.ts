import { createHash } from 'node:crypto';
import { assetText } from './assets.ts';

type Template = (data: object) => string;

const compiled = new Map<string, Template>();
const styles = new Map<string, string>();

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
 * Fills templates/`name`/page.html with `data` and, as `style`, page.css beside it.
 * @throws Error when it uses a value that `data` does not have
 */
export function fillPage(name: string, data: object): Promise<string> {
  return fill(`${name}/page.html`, { ...data, style: styleOf(name) });
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
  const styles = [styleOf(name), ...others].map((style) => createHash('sha256').update(style).digest('base64'));
  return [
    "default-src 'none'",
    `style-src ${styles.map((digest) => `'sha256-${digest}'`).join(' ')}`,
    ...more,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function styleOf(name: string): string {
  const style = styles.get(name) ?? assetText(`templates/${name}/page.css`);
  styles.set(name, style);
  return style;
}
