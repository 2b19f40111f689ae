import type { Ending, Header } from '../../backup/format.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** "12 MB" */
export function inSize(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), UNITS.length - 1);
  return `${Math.round(bytes / 1000 ** power)} ${UNITS[power]}`;
}

/** "2 accounts, 10 conversations, 30 messages, 4 files" and, if so, how many files are missing. */
export function contentsInWords({ tables }: Header, { rows, files, missing }: Ending): string {
  const count = (name: string) => rows.find(({ table }) => table === name)?.count ?? 0;
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const named = ['accounts', 'users', 'contacts', 'conversations', 'messages'].map((name) => `${count(name)} ${name}`);
  const line = `${named.join(', ')}; in all ${all} rows of ${tables.length} tables, and ${files} files`;
  if (missing.count === 0) return line;
  const first = missing.first.slice(0, 3).join(', ');
  return `${line}\n${missing.count} files that rows name were not there, such as ${first}`;
}
