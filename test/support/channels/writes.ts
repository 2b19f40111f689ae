import { SAMPLES } from '../files/media.ts';

/** A message of the team: the request that creates it, and what must arrive of it. */
export type Written = { body: object | FormData; signs: string[] };

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

const items = (content: string, contentType: string, some: object[]) => ({
  content,
  content_type: contentType,
  content_attributes: { items: some },
});

function withFiles(content: string, names: Record<string, string>): FormData {
  const form = new FormData();
  form.set('content', content);
  form.set('message_type', 'outgoing');
  for (const [name, type] of Object.entries(names)) form.append('attachments[]', new Blob([SAMPLES[type]!]), name);
  return form;
}

/** The kinds of messages that can be written in every channel. The mark is in each of their signs. */
export const WRITES: Record<string, (mark: string) => Written> = {
  text: (mark) => ({ body: { content: `${mark}a` }, signs: [`${mark}a`] }),
  markdown: (mark) => ({
    body: { content: `**${mark}a**, _${mark}b_ and \`<${mark}c>\`, [here](https://example.com/${mark}d)` },
    signs: [`${mark}a`, `${mark}b`, `${mark}c`, `${mark}d`],
  }),
  // More than any of them takes in one message.
  long: (mark) => ({ body: { content: `${mark}a ${words(700)} ${mark}b` }, signs: [`${mark}a`, `${mark}b`] }),
  picture: (mark) => ({ body: withFiles('', { [`${mark}a.png`]: 'image/png' }), signs: [`${mark}a.png`] }),
  files: (mark) => ({
    body: withFiles(`${mark}a`, {
      [`${mark}b.pdf`]: 'application/pdf',
      [`${mark}c.png`]: 'image/png',
      [`${mark}d.mp3`]: 'audio/mpeg',
      [`${mark}e.mp4`]: 'video/mp4',
      [`${mark}f.zip`]: 'application/zip',
    }),
    signs: [`${mark}a`, `${mark}b.pdf`, `${mark}c.png`, `${mark}d.mp3`, `${mark}e.mp4`, `${mark}f.zip`],
  }),
  cards: (mark) => ({
    body: items(
      `${mark}a`,
      'cards',
      ['b', 'c'].map((letter) => ({
        title: `${mark}${letter}`,
        description: 'Blue',
        media_url: 'https://example.com/shoe.png',
        actions: [{ type: 'link', text: 'Look', uri: 'https://example.com/shoe' }],
      })),
    ),
    signs: [`${mark}a`, `${mark}b`, `${mark}c`],
  }),
  choices: (mark) => ({
    body: items(
      `${mark}a`,
      'input_select',
      ['b', 'c'].map((letter) => ({ title: `${mark}${letter}`, value: `${mark}${letter}` })),
    ),
    signs: [`${mark}a`, `${mark}b`, `${mark}c`],
  }),
  form: (mark) => ({
    body: items(`${mark}a`, 'form', [{ name: 'size', label: `${mark}b`, type: 'text' }]),
    signs: [`${mark}a`, `${mark}b`],
  }),
  article: (mark) => ({
    body: items(`${mark}a`, 'article', [
      { title: `${mark}b`, description: 'How', link: `https://example.com/${mark}c` },
    ]),
    signs: [`${mark}a`, `${mark}b`, `${mark}c`],
  }),
  survey: (mark) => ({ body: { content: `${mark}a`, content_type: 'input_csat' }, signs: [`${mark}a`] }),
};
