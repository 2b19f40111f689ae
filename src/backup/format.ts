import { array, boolean, type InferType, number, object, string } from 'yup';

// A backup is a tar file, packed with zstd. Its entries, in this order:
//
//   parley-backup.json       what it is of: versions, migrations, tables with their columns
//   secret_key               the key that opens the secrets in the database, unless it was left out
//   database/TABLE/N.json    rows of a table: a JSON array with an array for each row, of which each value is written as in VALUE_TYPES
//   database/sequences.json  the last key that each table has given
//   files/KEY                an uploaded file
//   checksums/N.sha256       after every thousand entries, and at the end: their SHA-256, as sha256sum prints it
//   end.json                 how much there is of everything; a backup without it was cut off

/** The version of the format; a program that does not know it refuses the backup. */
export const FORMAT = 1;

export const HEADER = 'parley-backup.json';
export const KEY = 'secret_key';
export const SEQUENCES = 'database/sequences.json';
export const ENDING = 'end.json';
/** How many entries share a list of checksums. */
export const ENTRIES_OF_LIST = 1000;

export const rowsEntry = (table: string, number: number) => `database/${table}/${number}.json`;
export const fileEntry = (key: string) => `files/${key}`;
export const checksumsEntry = (number: number) => `checksums/${number}.sha256`;

/** The table whose rows the entry has; null = it has none. */
export const tableOf = (entry: string) => /^database\/(\w+)\/\d+\.json$/.exec(entry)?.[1] ?? null;
/** The key of the file that the entry is; null = it is none. */
export const fileKeyOf = (entry: string) => /^files\/([\w-]+)$/.exec(entry)?.[1] ?? null;
export const isChecksums = (entry: string) => entry.startsWith('checksums/');

/**
 * How values are written, the same for both kinds of database: numbers, truth as 0 or 1, moments as Unix milliseconds,
 * JSON as text, and texts.
 */
export const VALUE_TYPES = ['integer', 'number', 'boolean', 'moment', 'json', 'text'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

export const DATABASE_KINDS = ['sqlite', 'postgresql'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

/** Names go into statements. */
const name = () => string().required().matches(/^\w+$/);

const column = object({ name: name(), type: string().oneOf(VALUE_TYPES).required() });
/** The row of `to.table` that the column names by the value of `to.column`. */
const reference = object({ column: name(), to: object({ table: name(), column: name() }).required() });
/** Backups of earlier versions do not say what refers to what. */
const table = object({
  name: name(),
  columns: array(column).required().min(1),
  references: array(reference.required()),
});

/** What every version of the format begins with. */
export const formatShape = object({ format: number().required() });

export const headerShape = object({
  format: number().required(),
  version: string().required(),
  created_at: string().required(),
  database: string().oneOf(DATABASE_KINDS).required(),
  migrations: array(string().required()).required(),
  tables: array(table).required(),
  has_key: boolean().required(),
});

export const sequencesShape = array(object({ table: name(), last: number().integer().required() })).required();

export const endingShape = object({
  /** By table. */
  rows: array(object({ table: name(), count: number().integer().required() })).required(),
  files: number().integer().required(),
  /** Files that rows name and that were not there, with the keys of the first ones. */
  missing: object({ count: number().integer().required(), first: array(string().required()).required() }),
  /** Whether the files were left out altogether, as by the copy before an upgrade. */
  without_files: boolean(),
});

/** What a backup is of. */
export type Header = InferType<typeof headerShape>;
export type TableShape = Header['tables'][number];
/** The last key that each table has given, so that none is given twice. */
export type Sequences = InferType<typeof sequencesShape>;
/** What a whole backup ends with. */
export type Ending = InferType<typeof endingShape>;

/** A backup that cannot be used; the message says why. */
export class BackupError extends Error {
  // The name of the class is a short one in the executable.
  override name = 'BackupError';
}
