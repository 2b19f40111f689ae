import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type CsvError, parse } from 'csv-parse';
import { invalidField } from '../../errors.ts';

/** Cells in the order of the header; as many as there are columns, or as the row has. */
export type CsvRow = {
  /** As a spreadsheet counts: the header is 1. */
  number: number;
  cells: string[];
};

/** Longest header row that is looked for, and longest row that is taken, in bytes. */
const HEADER_BYTES = 65_536;
const ROW_BYTES = 1_000_000;
const DELIMITERS = [',', ';', '\t'];

/** What stands between the cells, and what the header calls the columns, without the spaces around them. */
export type CsvHeader = { delimiter: string; columns: string[] };

/**
 * The header of the CSV file at `path`: UTF-8 with or without a byte order mark, with commas, semicolons or tabs between its
 * cells; null when the file does not begin with a row of text.
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
 * The rows below the header, one after the other: memory does not grow with the file. Empty rows are passed over.
 * @throws AppError `invalid` naming the row at which it stops being CSV, after those before it
 */
export async function* readRows(path: string, { delimiter }: CsvHeader): AsyncGenerator<CsvRow> {
  const parser = createReadStream(path).pipe(
    parse({
      delimiter,
      bom: true,
      from: 2,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: ROW_BYTES,
    }),
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { records: number } }>) {
      yield { number: info.records, cells: record };
    }
  } catch (error) {
    throw refusal(error as CsvError);
  }
}

/** How many rows there are below the header. @throws AppError `invalid` naming the row at which it stops being CSV */
export async function countRows(path: string, header: CsvHeader): Promise<number> {
  let count = 0;
  for await (const _ of readRows(path, header)) count += 1;
  return count;
}

function refusal(error: CsvError): unknown {
  if (!error.code?.startsWith('CSV_')) return error;
  return invalidField('import_file', `is no CSV from line ${error.lines ?? '?'} on: ${error.message}`);
}

/** Without the line's end and a byte order mark; null when it is not text. */
async function firstLine(path: string): Promise<string | null> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEADER_BYTES), length: HEADER_BYTES });
    const head = buffer.subarray(0, bytesRead);
    const end = head.findIndex((byte) => byte === 0x0a || byte === 0x0d);
    const line = head.subarray(0, end === -1 ? head.length : end).toString('utf8');
    return line.includes('\u0000') ? null : line.replace(/^\uFEFF/, '');
  } finally {
    await handle.close();
  }
}
