import { type FileHandle, open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { pathOf } from '../storage/files.ts';
import { VERSION } from '../version.ts';
import { withEndMark } from './archive/end-mark.ts';
import { archiveOf, type Content } from './archive/write-archive.ts';
import { otherFiles, storedFiles } from './named-files.ts';
import { type Ending, ENDING, fileEntry, FORMAT, HEADER, type Header, KEY, rowsEntry, SEQUENCES } from './format.ts';
import { describeTables } from './tables/describe-tables.ts';
import { TABLE_DIALECTS } from './tables/dialects.ts';
import { readSequences, type Snapshot } from './tables/snapshot.ts';

/** What a backup is made of. */
export type Source = {
  /** Gives `read` the database as of one moment. */
  withSnapshot(read: (snapshot: Snapshot) => Promise<void>): Promise<void>;
  dataDir: string;
  /** False = leave out the uploaded files. */
  withFiles: boolean;
  /** The key that opens the secrets in the database; null = leave it out. */
  secretKey: string | null;
};

/** What a backup has. */
export type Written = { header: Header; ending: Ending };

/** The bytes of a part of files that are read at once. */
const CHUNK_BYTES = 2 ** 18;
/** The most missing files that are named. */
const MOST_MISSING = 100;

/**
 * Writes a backup of the running installation: the database as of one moment, then the files that its rows name. Takes the same
 * memory whatever the size, but for the names of the files.
 * @throws Error when anything cannot be read or written, the file is of no use then
 */
export async function writeBackup(source: Source, output: Writable, now: Date): Promise<Written> {
  const written: Partial<Written> = {};
  const packing = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  await pipeline(Readable.from(archiveOf(contentsOf(source, now, written), now)), packing, withEndMark, output);
  return written as Written;
}

async function* contentsOf(source: Source, now: Date, written: Partial<Written>): AsyncGenerator<Content> {
  const ending: Ending = { rows: [], files: 0, missing: { count: 0, first: [] } };
  const files: Files = { stored: [], others: [] };
  yield* inside(source.withSnapshot, (snapshot) => databaseOf(snapshot, source, now, { written, ending, files }));
  if (source.withFiles) yield* filesIn(source, files, ending);
  else ending.without_files = true;
  written.ending = ending;
  yield jsonEntry(ENDING, ending);
}

async function* filesIn(source: Source, files: Files, ending: Ending): AsyncGenerator<Content> {
  yield* filesOf(files.stored, source.dataDir, ending, (key) => noteMissing(ending, key));
  yield* filesOf(files.others, source.dataDir, ending, () => {});
}

/** What `make` gives inside of `open`, for one who takes it from outside. */
async function* inside(
  open: Source['withSnapshot'],
  make: (snapshot: Snapshot) => AsyncGenerator<Content>,
): AsyncGenerator<Content> {
  const opened = Promise.withResolvers<Snapshot>();
  const taken = Promise.withResolvers<void>();
  const closed = open((snapshot) => {
    opened.resolve(snapshot);
    return taken.promise;
  });
  closed.catch(opened.reject);
  try {
    yield* make(await opened.promise);
  } finally {
    taken.resolve();
    await closed;
  }
}

/** The keys of files that must be there, and of those that may be. */
type Files = { stored: string[]; others: string[] };
type Progress = { written: Partial<Written>; ending: Ending; files: Files };

async function* databaseOf(
  snapshot: Snapshot,
  { secretKey }: Source,
  now: Date,
  { written, ending, files }: Progress,
): AsyncGenerator<Content> {
  const dialect = TABLE_DIALECTS[snapshot.kind];
  const header = await headerOf(snapshot, secretKey !== null, now);
  written.header = header;
  yield jsonEntry(HEADER, header);
  if (secretKey !== null) yield { name: KEY, bytes: Buffer.from(`${secretKey}\n`) };

  for (const table of header.tables) {
    let count = 0;
    let parts = 0;
    for await (const rows of snapshot.texts(dialect.rows(table))) {
      count += rows.length;
      parts += 1;
      yield { name: rowsEntry(table.name, parts), bytes: Buffer.from(`[${rows.join(',\n')}]\n`) };
    }
    ending.rows.push({ table: table.name, count });
  }
  yield jsonEntry(SEQUENCES, await readSequences(snapshot, dialect));
  files.stored = await storedFiles(snapshot, header.tables);
  files.others = await otherFiles(snapshot, header.tables);
}

/** What is written first. */
export async function headerOf(snapshot: Snapshot, hasKey: boolean, now: Date): Promise<Header> {
  const migrations = await snapshot.all<{ name: string }>(TABLE_DIALECTS[snapshot.kind].migrations);
  return {
    format: FORMAT,
    version: VERSION,
    created_at: now.toISOString(),
    database: snapshot.kind,
    migrations: migrations.map(({ name }) => name),
    tables: await describeTables(snapshot),
    has_key: hasKey,
  };
}

/** Those of the files that are there: others may have been deleted since the snapshot. */
async function* filesOf(
  keys: string[],
  dataDir: string,
  ending: Ending,
  onMissing: (key: string) => void,
): AsyncGenerator<Content> {
  for (const key of keys) {
    const file = await openFile(pathOf(dataDir, key));
    if (file === null) {
      onMissing(key);
      continue;
    }
    try {
      const { size } = await file.stat();
      // Each read takes as much memory as it may bring.
      const highWaterMark = Math.min(size + 1, CHUNK_BYTES);
      const read = () => file.createReadStream({ autoClose: false, highWaterMark }) as AsyncIterable<Buffer>;
      yield { name: fileEntry(key), size, read };
      ending.files += 1;
    } finally {
      await file.close();
    }
  }
}

/** Null = there is none. */
function openFile(path: string): Promise<FileHandle | null> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
}

function noteMissing({ missing }: Ending, key: string): void {
  missing.count += 1;
  if (missing.first.length < MOST_MISSING) missing.first.push(key);
}

const jsonEntry = (name: string, value: object): Content => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value)}\n`),
});
