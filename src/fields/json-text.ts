import { tooLarge } from '../errors.ts';
import { MAX_DEPTH } from './depth.ts';
import { storableParts } from './storable.ts';

/** Most values of a text, with its objects and lists: more than a megabyte of any provider's callbacks has. */
export const MAX_VALUES = 50_000;

export type JsonLimits = { values?: number; depth?: number };

/** Escapes of characters that cannot be stored; without any, all texts of the JSON can. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

/**
 * The storable value of the JSON. The limits are checked before the text is parsed.
 * @throws AppError `too_large` for more values than `limits.values`, or too deep nesting
 * @throws SyntaxError for invalid JSON
 */
export function parseJsonText(text: string, limits: JsonLimits = {}): unknown {
  checkJsonText(text, limits);
  const value = JSON.parse(text) as unknown;
  return UNSTORABLE.test(text) ? storableParts(value) : value;
}

/**
 * Checks the limits of JSON by its characters alone, in a time that grows as the text does: parsers take memory and time for
 * each value. Text that is no JSON is left to the parser.
 * @throws AppError `too_large`
 */
export function checkJsonText(
  text: string,
  { values: most = MAX_VALUES, depth: deepest = MAX_DEPTH }: JsonLimits = {},
) {
  let values = 1;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === COMMA) values += 1;
    else if (code === OBJECT || code === LIST) {
      values += 1;
      depth += 1;
      if (depth > deepest) throw tooLarge(`JSON may be nested ${deepest} levels deep`);
    } else if (code === END_OF_OBJECT || code === END_OF_LIST) depth -= 1;
    if (values > most) throw tooLarge(`a body of JSON may have ${most} values`);
  }
}

const [QUOTE, COMMA, OBJECT, END_OF_OBJECT, LIST, END_OF_LIST, BACKSLASH] = [34, 44, 123, 125, 91, 93, 92];

/** The end of the string that begins at `start`; the end of the text for an unclosed string. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes stands before the character. */
function isEscaped(text: string, index: number): boolean {
  let before = index;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (index - before) % 2 === 1;
}
