import { tooLarge } from '../../errors.ts';
import { Transform } from 'node:stream';
import type { Part, PluginFunction } from 'formidable';

// Corrects formidable 3.5, by which koa-body reads multipart forms, where it departs from the standard or has no limit.

/** Most bytes of the headers of one part: enough for a file name of 255 characters in any script. */
const MAX_PART_HEADER_BYTES = 4096;
/** Most bytes of the headers of all parts together. */
const MAX_HEADER_BYTES = 256 * 1024;
const UNKNOWN = 'application/octet-stream';
/** Parts of these types without a file name are text fields: some clients send a type for each field. */
const TEXT = /^(text\/|application\/([\w.-]+\+)?json\b)/i;
/**
 * The file name in a header, also in forms that formidable does not read: the extended notation, or with no space
 * before it.
 */
const FILENAME = /;\s*filename(\*?)\s*=\s*("?)([^";]*)\2/i;

/** A plugin of the parser for one form, and what ends the reading of the form with an error. */
type MultipartForm = { plugin: PluginFunction; refuse(error: Error): void };

/**
 * Has `multipart`, the parser's own plugin, read a form, and refuses headers that are too long: the parser's time grows faster than
 * their length.
 */
export function multipartForm(multipart: PluginFunction): MultipartForm {
  let parser: unknown = null;
  return {
    plugin(form, options) {
      // `this` must be passed: in non-strict scripts, such as the single executable, it is never undefined.
      multipart.call(form, form, options);
      parser = Reflect.get(form, '_parser');
      if (parser instanceof Transform) parser.prependListener('data', headerLimit(parser));
    },
    refuse(error) {
      if (parser instanceof Transform) parser.emit('error', error);
    },
  };
}

/** Passes `part` to `handle`, as a file if it has a file name; a file's type is optional (RFC 7578, section 4.4). */
export function tellFiles(part: Part, handle: (part: Part) => void): void {
  part.originalFilename ??= otherFilename(Reflect.get(part, 'headers'));
  const isFile = part.originalFilename !== null || (part.mimetype && !TEXT.test(part.mimetype));
  // The parser treats every part with a type as a file.
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
    // Emitted at once: a destroyed parser would emit it only after the data that it still holds, which may include the
    // form's end. After its end, the form ignores errors and would wait for ever for the unfinished file.
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
