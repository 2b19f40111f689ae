import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { invalidField } from '../../../errors.ts';

/** The cells in the order of the header; a row can have more or fewer. */
export type CsvRow = {
  /** The number as spreadsheets count: the header is row 1, and empty rows count. */
  number: number;
  cells: string[];
};

/** The most columns of a header. */
const MOST_COLUMNS = 10_000;

/**
 * Bytes that are parsed in one turn of the event loop. Short rows cost most: csv-parse makes an error for each row with another number of
 * cells than the first, allowed as they are.
 */
const BYTES_AT_ONCE = 1024;

/** The longest row accepted, in bytes; the header counts as a row. */
const ROW_BYTES = 1_000_000;
// Made when needed: the first number that is formatted loads the data of locales, which takes 10 ms.
const tooLong = () => `more than ${ROW_BYTES.toLocaleString('en')} bytes`;
const tooWide = () => `has more than ${MOST_COLUMNS.toLocaleString('en')} columns: leave out what is not needed`;
const NO_NAMES = 'has nothing in its first row, which must name the columns';
const SAVE_AGAIN = 'save it again as "CSV UTF-8"';
const DELIMITERS = [',', ';', '\t'];
/** A file written by several programs can have more than one kind. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/** The delimiter of the cells, and the names of the columns without surrounding spaces. */
export type CsvHeader = { delimiter: string; columns: string[] };

/**
 * The header of the CSV file at `path`: UTF-8 with or without a byte order mark; commas, semicolons or tabs between
 * cells.
 * @throws AppError `invalid` when the first row is empty, longer than `ROW_BYTES`, no CSV text, or names more than `MOST_COLUMNS`
 */
export async function readHeader(path: string): Promise<CsvHeader> {
  const line = await firstLine(path);
  if (line.trim() === '') throw invalidField('import_file', NO_NAMES);
  const outside = line.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => outside.split(delimiter).length;
  const delimiter = DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
  if (count(delimiter) > MOST_COLUMNS) throw invalidField('import_file', tooWide());
  const { parse } = await import('csv-parse/sync');
  try {
    const [cells = []] = parse(line, { delimiter }) as string[][];
    return { delimiter, columns: cells.map((cell) => cell.trim()) };
  } catch {
    throw invalidField('import_file', 'has quotes in its first row that do not end there, or begin within a cell');
  }
}

/**
 * The rows below the header, one after the other, without empty ones. Memory does not grow with the file, and other work has its turn
 * meanwhile.
 * @throws AppError `invalid` when the file is not in UTF-8, or, naming the line, where it stops being CSV or a row is
 *   longer than `ROW_BYTES`; rows before that may have been returned
 */
export async function* readRows(path: string, { delimiter }: CsvHeader): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    record_delimiter: LINE_ENDS,
    bom: true,
    from: 2,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_BYTES,
  });
  // A failure is thrown below, and the file is closed in any case.
  pipeline(createReadStream(path), checkedText, inTurns, parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      yield { number: info.records + info.empty_lines, cells: record };
    }
  } catch (error) {
    throw refusal(error);
  }
}

type Parsed = { record: string[]; info: { records: number; empty_lines: number } };

/** The chunks, as long as they are UTF-8: letters of another encoding would be lost unnoticed. */
async function* checkedText(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    decoder.decode(chunk, { stream: true });
    yield chunk;
  }
  decoder.decode();
}

/** The bytes in small parts, each in a turn of the event loop. */
async function* inTurns(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += BYTES_AT_ONCE) {
      await nextTurn();
      yield chunk.subarray(start, start + BYTES_AT_ONCE);
    }
  }
}

/** The number of rows that `readRows` returns. @throws AppError `invalid` as `readRows` does */
export async function countRows(path: string, header: CsvHeader): Promise<number> {
  let count = 0;
  for await (const _ of readRows(path, header)) count += 1;
  return count;
}

function refusal(error: unknown): unknown {
  if (error instanceof CsvError) {
    const line = String(error['lines'] ?? '?');
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      return invalidField('import_file', `has a row with ${tooLong()}, at line ${line}: shorten its cells`);
    }
    return invalidField('import_file', `is no CSV from line ${line} on: ${error.message}`);
  }
  if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') return error;
  return invalidField('import_file', `is not in UTF-8: ${SAVE_AGAIN}`);
}

/** The first line without its end and byte order mark. @throws AppError `invalid` when it is not text, or too long */
async function firstLine(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(ROW_BYTES), length: ROW_BYTES });
    const head = buffer.subarray(0, bytesRead);
    if (isUtf16(head)) throw invalidField('import_file', `is in UTF-16: ${SAVE_AGAIN}`);
    const end = head.findIndex((byte) => byte === 0x0a || byte === 0x0d);
    if (end === -1 && bytesRead === ROW_BYTES) {
      throw invalidField('import_file', `has a first row with ${tooLong()}: is it CSV?`);
    }
    const line = head.subarray(0, end === -1 ? head.length : end).toString('utf8');
    if (line.includes('\u0000')) throw invalidField('import_file', 'is no text: its first row has bytes that are zero');
    return line.replace(/^\uFEFF/, '');
  } finally {
    await handle.close();
  }
}

/** Whether the text begins with the byte order mark of UTF-16, or every other of its first bytes is zero. */
function isUtf16(head: Buffer): boolean {
  if (head.length < 2) return false;
  const mark = head.readUInt16BE(0);
  const start = [...head.subarray(0, 8)];
  const isZero = (odd: number) => start.every((byte, index) => (byte === 0) === (index % 2 === odd));
  return mark === 0xfeff || mark === 0xfffe || isZero(0) || isZero(1);
}
