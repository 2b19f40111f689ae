import type { Tx } from '../tx.ts';
import { CompiledQuery } from 'kysely';
import type { Kept } from './kept-texts.ts';
import { NotedTables } from './noted-tables.ts';
import { checkOf, readVersions, runCheck, versionedKey } from './row-versions.ts';
import { READ_SCHEMA, type SchemaRow, schemaOf } from './schema.ts';
import type { KeyedPage, Listed } from './showing.ts';
import { StatementReads } from './statement-reads.ts';
import type { PageText, ReadItem, ShowPage } from './text-page.ts';
import type { Checked, ReadVersion, VersionedText, VersionedTexts } from './versioned-texts.ts';

/** What was checked last for the list of this name, checked again; to be asked together with the keys of a page. */
export async function checkAhead(tx: Tx, texts: VersionedTexts, name: string): Promise<Checked | null> {
  const check = texts.checkOf(name);
  return check ? runCheck(tx, check) : null;
}

/**
 * What `show` gives for a page on PostgreSQL, where other programs write too: a statement asks whether any row that texts
 * were made from has another version now. Null = the list gives no versions, or `show` gives null.
 */
export async function withVersionedPage<Item, Value>(
  tx: Tx,
  texts: VersionedTexts,
  listed: Listed<Item, Value>,
  show: ShowPage<Item>,
): Promise<PageText | null> {
  const { keyed } = listed.list;
  if (!keyed) return null;
  const { name, keys } = keyed;
  const versions = new Map(keys.map(({ id, version }) => [id, version]));
  return show({
    ids: keys.map(({ id }) => id),
    texts,
    unchanged: (found) => {
      const ofKeys = [...found].filter(([id, { own }]) => own === versions.get(id));
      return unchangedTexts(tx, texts, new Map(ofKeys), keyed);
    },
    read: (ids) => readVersioned(tx, texts, listed, ids),
    finish: (shown) => {
      const isCurrent = keys.every(({ id, version }) => shown.get(id)?.own === version);
      if (isCurrent) rememberCheck(texts, name, shown);
      return isCurrent;
    },
  });
}

/** Those of the texts that were made from rows as they are now. */
async function unchangedTexts(
  tx: Tx,
  texts: VersionedTexts,
  found: Map<number, VersionedText>,
  { checked }: KeyedPage,
): Promise<Map<number, VersionedText>> {
  if (checked && !texts.forgetUnlessOf(checked.server)) return new Map();
  const unknown = new Map<string, ReadVersion>();
  for (const { rows } of found.values()) {
    for (const row of rows) if (!checked?.check.names.has(row.name)) unknown.set(row.name, row);
  }
  const asked = unknown.size > 0 ? await runCheck(tx, checkOf([...unknown.values()])) : null;
  if (asked && !texts.forgetUnlessOf(asked.server)) return new Map();
  const changed = new Set([...(checked?.changed ?? []), ...(asked?.changed ?? [])]);
  if (changed.size === 0) return found;
  return new Map([...found].filter(([, { rows }]) => !rows.some(({ name }) => changed.has(name))));
}

/** Has the rows of these texts checked with the keys of the list the next time. */
function rememberCheck(texts: VersionedTexts, name: string, shown: ReadonlyMap<number, VersionedText>): void {
  const rows = new Map<string, ReadVersion>();
  for (const text of shown.values()) for (const row of text.rows) rows.set(row.name, row);
  const last = texts.checkOf(name);
  if (last?.names.size === rows.size && [...rows.keys()].every((row) => last.names.has(row))) return;
  texts.setCheck(name, checkOf([...rows.values()]));
}

/** The things with these row keys, read as of one moment together with the versions of the rows that they were made from. */
async function readVersioned<Item, Value>(
  tx: Tx,
  texts: VersionedTexts,
  { showing: { table, read, idOf, rowsOf }, seen }: Listed<Item, Value>,
  ids: number[],
): Promise<ReadItem<Item, VersionedText>[]> {
  const reads = (texts.reads ??= await readStatements(tx));
  const tables = new NotedTables();
  const { made, versions } = await tx.snapshot(async (tx) => {
    const items = await read(
      tx.noting((sql) => tables.note(reads.of(sql))),
      ids,
    );
    const made = items.map((item) => ({
      item,
      own: { of: table, key: idOf(item) },
      from: tables.rowsOf(rowsOf(item))?.map(versionedKey) ?? null,
    }));
    const all = new Map(made.flatMap(({ own, from }) => [own, ...(from ?? [])]).map((row) => [keyOf(row), row]));
    return { made, versions: await readVersions(tx, [...all.values()]) };
  });
  texts.forgetUnlessOf(versions.server);
  const byKey = new Map(versions.rows.map((row) => [keyOf(row), row]));
  return made.map(({ item, own, from }) => {
    const ownRow = byKey.get(keyOf(own));
    const found = from?.flatMap((row) => byKey.get(keyOf(row)) ?? []) ?? [];
    const isTold = found.length === from?.length && found.every(hasVersion);
    const rows = found.filter((row) => row !== ownRow);
    const keep = (name: string, kept: Kept) => {
      const text = { ...kept, own: ownRow?.version ?? '', rows };
      if (isTold) texts.keepUntilChecked(name, text, seen.now);
      return text;
    };
    return { item, keep };
  });
}

async function readStatements(tx: Tx): Promise<StatementReads> {
  const { rows } = await tx.execute(CompiledQuery.raw(READ_SCHEMA.postgresql));
  return new StatementReads(schemaOf(rows as SchemaRow[]));
}

/** Whether it can be told when the rows change. A single row that is not there is one without a version. */
const hasVersion = ({ key, version }: ReadVersion) => key !== null || version !== null;

const keyOf = ({ of, key }: Pick<ReadVersion, 'of' | 'key'>) => `${of} ${key}`;
