import Handlebars from 'handlebars';
import { assetText } from '../assets.ts';

/** What a mail says, without whom it goes to. */
export type Rendered = { subject: string; text: string; html: string };

type Template = (data: object) => string;

/** Compiled once, at their first use. */
const templates = new Map<string, Template>();

/**
 * Fills templates/mail/`name`.txt, whose first line is the subject, and `name`.html, which goes into layout.html. What is
 * filled into the page is escaped.
 * @throws Error when a template asks for what `data` does not have
 */
export function render(name: string, data: object): Rendered {
  const [first = '', ...lines] = template(`${name}.txt`)(data).split('\n');
  const subject = first.trim();
  const body = template(`${name}.html`)(data);
  return {
    subject,
    text: `${lines.join('\n').trim()}\n`,
    html: template('layout.html')({ subject, body }),
  };
}

function template(file: string): Template {
  const known = templates.get(file);
  if (known) return known;
  const isText = file.endsWith('.txt');
  const compiled = Handlebars.compile(assetText(`templates/mail/${file}`), { strict: true, noEscape: isText });
  templates.set(file, compiled);
  return compiled;
}
