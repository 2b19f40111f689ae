import { Transform } from 'node:stream';
import { multipart, type Part, type PluginFunction } from 'formidable';
import { tooLarge } from './spool.ts';

// Where koa-body's parser of multipart forms, formidable 3.5, reads them otherwise than the standard, or without a limit.

/** Bytes that the headers of one part may have; a file name of 255 characters fits in any script. */
const MAX_PART_HEADER_BYTES = 4096;
/** Bytes that the headers of all parts may have together: some hundred for each part. */
const MAX_HEADER_BYTES = 256 * 1024;
const UNKNOWN = 'application/octet-stream';
/** Parts of these types that have no file name are text fields; some clients name the type of each field. */
const TEXT = /^(text\/|application\/([\w.-]+\+)?json\b)/i;
/** The file name in a header, also where formidable finds none: in the extended notation, or with no space before it. */
const FILENAME = /;\s*filename(\*?)\s*=\s*("?)([^";]*)\2/i;

/** Reads multipart forms, and refuses endless headers: the parser looks at them more than once for each byte. */
export const multipartForms: PluginFunction = (form, options) => {
  // In scripts that are not strict, as in the single executable, `this` is never absent.
  multipart.call(form, form, options);
  const parser: unknown = Reflect.get(form, '_parser');
  if (parser instanceof Transform) parser.prependListener('data', headerLimit(parser));
};

/** Hands `part` on to `handle` as a file if it has a file name: its type is optional (RFC 7578, section 4.4). */
export function tellFiles(part: Part, handle: (part: Part) => void): void {
  part.originalFilename ??= otherFilename(Reflect.get(part, 'headers'));
  const isFile = part.originalFilename !== null || (part.mimetype && !TEXT.test(part.mimetype));
  // The parser takes what has a type for a file.
  part.mimetype = isFile ? part.mimetype || UNKNOWN : null;
  handle(part);
}

type ParserEvent = { name: string; start?: number; end?: number };

function headerLimit(parser: Transform): (event: ParserEvent) => void {
  let inPart = 0;
  let inForm = 0;
  let isRefused = false;
  return ({ name, start = 0, end = 0 }) => {
    if (name === 'partBegin') inPart = 0;
    if (name !== 'headerField' && name !== 'headerValue') return;
    inPart += end - start;
    inForm += end - start;
    if (isRefused || (inPart <= MAX_PART_HEADER_BYTES && inForm <= MAX_HEADER_BYTES)) return;
    isRefused = true;
    // At once: destroyed, the parser would say so only after the rest of what it holds, which may be the form's end. From
    // there on the form hears of no error, and waits for ever for a file whose end got lost.
    parser.emit('error', tooLarge(`the headers of a part of a form may have ${MAX_PART_HEADER_BYTES} bytes`));
  };
}

function otherFilename(headers: Record<string, string>): string | null {
  const found = FILENAME.exec(headers['content-disposition'] ?? '');
  if (!found) return null;
  const [, isExtended, , name = ''] = found;
  if (!isExtended) return name;
  // RFC 8187: "UTF-8'en'%e2%82%ac.png"
  const [, , encoded = ''] = name.split("'");
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
