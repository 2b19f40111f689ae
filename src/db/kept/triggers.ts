import { type KeyedTable, ROW_KEYS } from './row-keys.ts';

/** The triggers that report each insert and delete, and updates of the columns or of the row's keys. */
export function triggersOf(table: string, columns: readonly string[]): string {
  const keys: readonly string[] = table in ROW_KEYS ? ROW_KEYS[table as KeyedTable] : [];
  const of = [...new Set([...columns, ...keys])].map(quoted);
  const trigger = (event: string, of: string, rows: string[]) => {
    const name = `temp.${quoted(`touch_${table}_${event}`)}`;
    const touched = [`'${table}'`, ...rows.flatMap((row) => keys.map((key) => `${row}.${quoted(key)}`))];
    return `drop trigger if exists ${name};
      create trigger ${name} after ${event} ${of} on main.${quoted(table)}
      begin select parley_touch(${touched.join(', ')}); end;`;
  };
  return [
    trigger('insert', '', ['new']),
    trigger('update', of.length > 0 ? `of ${of.join(', ')}` : '', ['old', 'new']),
    trigger('delete', '', ['old']),
  ].join('\n');
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
