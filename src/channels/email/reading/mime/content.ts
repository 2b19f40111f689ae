import { breaksAsHtml } from '../as-html.ts';
import { textOfHtml } from '../mail-html.ts';
import { contentBytes, contentPieces } from './content-bytes.ts';
import { decodeText, decodeUnlabelled } from './charsets.ts';
import { unflowed } from './flowed.ts';
import type { MailAttachment } from './parsed-mail.ts';
import type { MimePart } from './split-mail.ts';

/** The readable text of a part in both forms; null = it has none in this form. */
export type Body = { text: string | null; html: string | null };

/** Other forms of the text, which only some programs read. */
const REACTION = 'text/vnd.google.email-reaction+json';
/** A reaction names one emoji. */
const REACTION_BYTES = 10_000;
const FOR_PROGRAMS = new Set(['text/x-amp-html', REACTION, 'text/watch-html']);
const TEXTS = new Set(['text/plain', 'text/html']);
/** How HTML without a charset says what it is. */
const META = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i;

/** The readable text of a mail. */
export const bodyOf = (mail: MimePart): Promise<Body> => bodyIn(mail, null);

/** All parts that are not text of the mail, in order, with their decoded bytes. */
export function filesIn(mail: MimePart): MailAttachment[] {
  const files: MailAttachment[] = [];
  const look = (part: MimePart, place: Place | null) => {
    if (part.parts.length > 0) {
      for (const [index, each] of part.parts.entries()) look(each, { within: part.type, index });
    } else if (!isText(part, place) && !FOR_PROGRAMS.has(part.type) && !isEmptyMultipart(part)) {
      const encoding = part.fields.get('content-transfer-encoding');
      files.push({
        filename: part.fileName,
        mimeType: part.type,
        contentId: part.fields.get('content-id'),
        get content() {
          return contentBytes(part.body, encoding);
        },
        pieces: () => contentPieces(part.body, encoding),
      });
    }
  };
  look(mail, null);
  return files;
}

/** Whether the mail is a mark on another one, as Gmail sends it: a form of its text names an emoji. */
export function isReaction(mail: MimePart): boolean {
  if (mail.parts.length > 0) return mail.parts.some(isReaction);
  if (mail.type !== REACTION || mail.body.length > REACTION_BYTES) return false;
  try {
    const told: unknown = JSON.parse(
      decodeText(contentBytes(mail.body, mail.fields.get('content-transfer-encoding')), 'utf-8'),
    );
    return typeof told === 'object' && told !== null && 'emoji' in told && typeof told.emoji === 'string';
  } catch {
    return false;
  }
}

/** Where a part is; null = it is the whole mail. */
type Place = { within: string; index: number };

/**
 * Whether the part is text of the mail. A part with a name is a file, except the mail itself and alternative forms of its
 * text. A part that the HTML shows by Content-ID is a file too.
 */
function isText(part: MimePart, place: Place | null): boolean {
  if (!TEXTS.has(part.type) || part.disposition === 'attachment') return false;
  if (place === null || place.within === 'multipart/alternative') return true;
  const isResource = place.within === 'multipart/related' && place.index > 0 && part.fields.get('content-id') !== '';
  return part.fileName === '' && !isResource;
}

/** A multipart without any part that can be told. */
const isEmptyMultipart = (part: MimePart) => part.type.startsWith('multipart/') && part.body.length === 0;

async function bodyIn(part: MimePart, place: Place | null): Promise<Body> {
  if (part.parts.length === 0) return isText(part, place) ? leafOf(part) : { text: null, html: null };
  const bodies: Body[] = [];
  for (const [index, each] of part.parts.entries()) bodies.push(await bodyIn(each, { within: part.type, index }));
  const said = bodies.filter(({ text, html }) => text !== null || html !== null);
  return part.type === 'multipart/alternative' ? oneOf(said) : allOf(said);
}

/** Joins alternative forms of the same text; if a form is there twice, both are kept. */
function oneOf(forms: readonly Body[]): Body {
  const joined = (all: readonly (string | null)[]) => {
    const given = [...new Set(all.filter((each) => each !== null && each.trim() !== ''))];
    return given.length > 0 ? given.join('\n') : (all.find((each) => each !== null) ?? null);
  };
  // A part with both forms, such as HTML with files between, counts for a form only where no other part has this form alone.
  const alone = (form: keyof Body, other: keyof Body) => {
    const own = forms.filter((each) => each[form] !== null && each[other] === null);
    return joined((own.length > 0 ? own : forms).map((each) => each[form]));
  };
  return { text: alone('text', 'html'), html: alone('html', 'text') };
}

/** Joins consecutive texts, as plain text, HTML or both; a text's missing form is made from its other form. */
async function allOf(bodies: readonly Body[]): Promise<Body> {
  if (bodies.length <= 1) return bodies[0] ?? { text: null, html: null };
  const hasText = bodies.some(({ text }) => text !== null);
  const hasHtml = bodies.some(({ html }) => html !== null);
  const texts: string[] = [];
  const htmls: string[] = [];
  for (const { text, html } of bodies) {
    if (hasText) texts.push(text ?? (await textOfHtml(html ?? '')));
    if (hasHtml) htmls.push(html ?? breaksAsHtml(text ?? ''));
  }
  return { text: hasText ? texts.join('\n') : null, html: hasHtml ? htmls.join('\n') : null };
}

function leafOf(part: MimePart): Body {
  const bytes = contentBytes(part.body, part.fields.get('content-transfer-encoding'));
  if (part.type === 'text/html') return { text: null, html: htmlOf(bytes, part.parameters.get('charset') ?? '') };
  const text = decodeText(bytes, part.parameters.get('charset') ?? '');
  const isFlowed = /^flowed$/i.test(part.parameters.get('format') ?? '');
  return { text: isFlowed ? unflowed(text, /^yes$/i.test(part.parameters.get('delsp') ?? '')) : text, html: null };
}

function htmlOf(bytes: Buffer, charset: string): string {
  const named = charset || META.exec(bytes.subarray(0, 2000).toString('latin1'))?.[1] || '';
  return named === '' ? decodeUnlabelled(bytes) : decodeText(bytes, named);
}
