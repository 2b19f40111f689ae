import { createHash } from 'node:crypto';
import { assetText } from './assets.ts';

type Template = (data: object) => string;

const compiled = new Map<string, Template>();
const styles = new Map<string, string>();

/**
 * Fills the template with this path in templates/. What is filled in is escaped, but in a text file.
 * @throws Error when it asks for what `data` does not have
 */
export async function fill(path: string, data: object): Promise<string> {
  const template = compiled.get(path) ?? (await compile(path));
  compiled.set(path, template);
  return template(data);
}

/** Loaded with the first template: many a server writes no mail and shows no page for days. */
async function compile(path: string): Promise<Template> {
  const { default: Handlebars } = await import('handlebars');
  return Handlebars.compile(assetText(`templates/${path}`), { strict: true, noEscape: path.endsWith('.txt') });
}

/** Fills templates/`name`/page.html, whose `style` is page.css beside it. */
export function fillPage(name: string, data: object): Promise<string> {
  return fill(`${name}/page.html`, { ...data, style: styleOf(name) });
}

/** What browsers let such a page do: be styled by its own style, be sent to this server, and what `more` directives allow. */
export function pagePolicy(name: string, ...more: string[]): string {
  const digest = createHash('sha256').update(styleOf(name)).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
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
