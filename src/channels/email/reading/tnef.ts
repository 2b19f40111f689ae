import { ByteReader } from './byte-reader.ts';
import { decoderOf } from './code-pages.ts';
import { readProperties, type Properties } from './mapi-properties.ts';
import { rtfContent } from './rtf-content.ts';

/**
 * The content of Outlook's `winmail.dat` (MS-OXTNEF): files and text; null = no text, except RTF that was not read
 * (`hasUnreadRtf`).
 */
export type Tnef = { files: TnefFile[]; text: string | null; html: string | null; hasUnreadRtf: boolean };

export type TnefFile = { name: string; contentType: string; contentId: string | null; bytes: Uint8Array };

const SIGNATURE = 0x223e9f78;
/** The head before an attribute's data, and the checksum after the data, which is not verified. */
const HEAD_BYTES = 9;
const SUM_BYTES = 2;
/** Most files in a `winmail.dat`, and most levels of nested mails. */
const MOST_FILES = 200;
const DEEPEST = 3;

// Attributes by their numbers.
const CODE_PAGE = 0x9007;
const BODY = 0x800c;
const MESSAGE_PROPERTIES = 0x9003;
const NEW_FILE = 0x9002;
const FILE_TITLE = 0x8010;
const FILE_DATA = 0x800f;
const FILE_PROPERTIES = 0x9005;

// Properties by theirs.
const PLAIN_TEXT = 0x1000;
const COMPRESSED_RTF = 0x1009;
const HTML = 0x1013;
const INTERNET_CODE_PAGE = 0x3fde;
const DISPLAY_NAME = 0x3001;
const ATTACHED_OBJECT = 0x3701;
const SHORT_NAME = 0x3704;
const LONG_NAME = 0x3707;
const MIME_TYPE = 0x370e;
const CONTENT_ID = 0x3712;
/** An object begins with its class id, which ends like this. A nested mail is packed like the outer mail. */
const OBJECT_ID = /0000c000000000000046$/;
const MAIL_OBJECT = '0703020000000000c000000000000046';
const OBJECT_ID_BYTES = 16;

/** A file that is being read; the values come one after the other. */
type Found = { title: string; data: Uint8Array; properties: Properties };

/**
 * Unpacks a `winmail.dat` up to the first damaged place. RTF is read only with `readsRtf`, because unpacking RTF may block
 * the thread for half a second. @throws Error when the bytes are not TNEF
 */
export function readTnef(bytes: Uint8Array, readsRtf: boolean, depth = 0): Tnef {
  const found: Found[] = [];
  let message: Properties = new Map();
  let decode = decoderOf(null);
  let body: string | null = null;
  for (const { id, data } of attributesOf(bytes)) {
    const file = found.at(-1);
    if (id === CODE_PAGE && data.length >= 4) decode = decoderOf(new ByteReader(data).u32());
    else if (id === BODY) body = decode(data);
    else if (id === MESSAGE_PROPERTIES) message = readProperties(data, decode);
    else if (id === NEW_FILE && found.length === MOST_FILES) break;
    else if (id === NEW_FILE) found.push({ title: '', data: new Uint8Array(0), properties: new Map() });
    else if (id === FILE_TITLE && file) file.title = decode(data);
    else if (id === FILE_DATA && file) file.data = data;
    else if (id === FILE_PROPERTIES && file) file.properties = readProperties(data, decode);
  }
  return {
    files: found.flatMap((file) => filesIn(file, depth)).slice(0, MOST_FILES),
    ...textOf(message, body, readsRtf),
  };
}

/** Its attributes, up to the first that is not whole. @throws Error when it does not begin as TNEF does */
function* attributesOf(bytes: Uint8Array): Generator<{ id: number; data: Uint8Array }> {
  const reader = new ByteReader(bytes);
  if (reader.u32() !== SIGNATURE) throw new Error('it has no signature of TNEF');
  reader.u16();
  while (reader.has(HEAD_BYTES)) {
    // The level, which the attribute's id implies.
    reader.skip(1);
    const id = reader.u32() & 0xffff;
    const length = reader.u32();
    if (!reader.has(length)) return;
    yield { id, data: reader.take(length) };
    if (!reader.has(SUM_BYTES)) return;
    reader.skip(SUM_BYTES);
  }
}

/** The text of the mail. Its HTML may be inside RTF, which may be many times larger when unpacked. */
function textOf(message: Properties, body: string | null, readsRtf: boolean): Omit<Tnef, 'files'> {
  const rtf = bytesIn(message, COMPRESSED_RTF);
  const ofRtf = rtf !== null && readsRtf ? rtfContent(rtf) : null;
  return {
    hasUnreadRtf: rtf !== null && !readsRtf,
    text: cleaned(textIn(message, PLAIN_TEXT) ?? body ?? ofRtf?.text ?? null),
    html: cleaned(htmlIn(message) ?? ofRtf?.html ?? null),
  };
}

function htmlIn(message: Properties): string | null {
  const given = message.get(HTML);
  if (!(given instanceof Uint8Array)) return typeof given === 'string' ? given : null;
  const codePage = message.get(INTERNET_CODE_PAGE);
  return decoderOf(typeof codePage === 'number' ? codePage : null)(given);
}

/** The file, or what is in a mail that is attached. */
function filesIn({ title, data, properties }: Found, depth: number): TnefFile[] {
  const names = [
    textIn(properties, LONG_NAME),
    title,
    textIn(properties, SHORT_NAME),
    textIn(properties, DISPLAY_NAME),
  ];
  const name = names.map(cleaned).find((given) => given !== null) ?? null;
  const object = bytesIn(properties, ATTACHED_OBJECT);
  const kind = Buffer.from(object?.subarray(0, OBJECT_ID_BYTES) ?? []).toString('hex');
  const content = object && OBJECT_ID.test(kind) ? object.subarray(OBJECT_ID_BYTES) : object;
  if (content && kind === MAIL_OBJECT && depth < DEEPEST) return filesOfMail(content, name, depth);
  const bytes = data.length > 0 ? data : (content ?? data);
  if (bytes.length === 0 && name === null) return [];
  const contentType = cleaned(textIn(properties, MIME_TYPE)) ?? 'application/octet-stream';
  return [{ name: name ?? '', contentType, contentId: cleaned(textIn(properties, CONTENT_ID)), bytes }];
}

/** A nested mail's text as a file, followed by its own files. */
function filesOfMail(bytes: Uint8Array, name: string | null, depth: number): TnefFile[] {
  try {
    const { files, text, html } = readTnef(bytes, false, depth + 1);
    const said = html ?? text;
    if (said === null) return files;
    const [ending, contentType] = html === null ? ['txt', 'text/plain'] : ['html', 'text/html'];
    return [{ name: `${name ?? 'mail'}.${ending}`, contentType, contentId: null, bytes: Buffer.from(said) }, ...files];
  } catch {
    return [];
  }
}

function textIn(properties: Properties, id: number): string | null {
  const value = properties.get(id);
  return typeof value === 'string' ? value : null;
}

function bytesIn(properties: Properties, id: number): Uint8Array | null {
  const value = properties.get(id);
  return value instanceof Uint8Array ? value : null;
}

/** Texts end with a zero. */
function cleaned(text: string | null): string | null {
  return text?.replace(/\0[^]*$/, '').trim() || null;
}
