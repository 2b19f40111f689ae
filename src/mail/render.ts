import { fill } from '../templates.ts';

/** The content of a mail. */
export type Rendered = { subject: string; text: string; html: string };

/**
 * Fills templates/mail/`name`.txt, whose first line is the subject, and `name`.html, which goes into layout.html.
 * @throws Error when a template asks for what `data` does not have
 */
export async function render(name: string, data: object): Promise<Rendered> {
  const [first = '', ...lines] = (await fill(`mail/${name}.txt`, data)).split('\n');
  const subject = first.trim();
  const body = await fill(`mail/${name}.html`, data);
  return {
    subject,
    text: `${lines.join('\n').trim()}\n`,
    html: await fill('mail/layout.html', { subject, body }),
  };
}
