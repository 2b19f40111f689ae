import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { invalidField } from '../../../errors.ts';

/** The cells in the order of the header; a row can have more or fewer. */
export type CsvRow = {
  /** The number as spreadsheets count: the header is row 1, and empty rows count. */
  number: number;
  cells: string[];
};

/** The longest row accepted, in bytes; the header counts as a row. */
const ROW_BYTES = 1_000_000;
const DELIMITERS = [',', ';', '\t'];
/** A file written by several programs can have more than one kind. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/** The delimiter of the cells, and the names of the columns without surrounding spaces. */
export type CsvHeader = { delimiter: string; columns: string[] };

/**
 * The header of the CSV file at `path`: UTF-8 with or without a byte order mark; commas, semicolons or tabs between
 * cells. Null when the first row is empty, longer than `ROW_BYTES`, or no CSV text.
 */
export async function readHeader(path: string): Promise<CsvHeader | null> {
  const line = await firstLine(path);
  if (line === null || line.trim() === '') return null;
  const outside = line.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => outside.split(delimiter).length;
  const delimiter = DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
  const { parse } = await import('csv-parse/sync');
  try {
    const [cells = []] = parse(line, { delimiter }) as string[][];
    return { delimiter, columns: cells.map((cell) => cell.trim()) };
  } catch {
    return null;
  }
}

/**
 * The rows below the header, one after the other, without empty ones; memory does not grow with the file.
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
  pipeline(createReadStream(path), checkedText, parser, () => {});
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

/** The number of rows that `readRows` returns. @throws AppError `invalid` as `readRows` does */
export async function countRows(path: string, header: CsvHeader): Promise<number> {
  let count = 0;
  for await (const _ of readRows(path, header)) count += 1;
  return count;
}

function refusal(error: unknown): unknown {
  if (error instanceof CsvError) {
    return invalidField('import_file', `is no CSV from line ${String(error['lines'] ?? '?')} on: ${error.message}`);
  }
  if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') return error;
  return invalidField('import_file', 'is not in UTF-8: save it again as "CSV UTF-8"');
}

/** The first line without its end and byte order mark; null when it is not text, or too long. */
async function firstLine(path: string): Promise<string | null> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(ROW_BYTES), length: ROW_BYTES });
    const head = buffer.subarray(0, bytesRead);
    const end = head.findIndex((byte) => byte === 0x0a || byte === 0x0d);
    if (end === -1 && bytesRead === ROW_BYTES) return null;
    const line = head.subarray(0, end === -1 ? head.length : end).toString('utf8');
    return line.includes('\u0000') ? null : line.replace(/^\uFEFF/, '');
  } finally {
    await handle.close();
  }
}
