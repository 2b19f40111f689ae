import type { Ending, Header } from '../../backup/format.ts';

/** "2 messages", or "1 message"; `things` is a plural that ends with "s". */
export function counted(count: number, things: string): string {
  return `${count} ${count === 1 ? things.slice(0, -1) : things}`;
}

/** "2 accounts, 10 conversations, 30 messages, 4 files" and, if so, how many files are missing. */
export function contentsInWords({ tables }: Header, { rows, files, missing }: Ending): string {
  const count = (name: string) => rows.find(({ table }) => table === name)?.count ?? 0;
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const named = ['accounts', 'users', 'contacts', 'conversations', 'messages'].map((name) =>
    counted(count(name), name),
  );
  const line = `${named.join(', ')}; in all ${counted(all, 'rows')} of ${counted(tables.length, 'tables')}, and ${counted(files, 'files')}`;
  if (missing.count === 0) return line;
  const first = missing.first.slice(0, 3).join(', ');
  return `${line}\nFiles that rows name and that were not there: ${missing.count}, such as ${first}`;
}
