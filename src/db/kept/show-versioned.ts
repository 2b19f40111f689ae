import type { Tx } from '../tx.ts';
import { asValue } from './json-text.ts';
import { checkOf, readVersions, runCheck } from './row-versions.ts';
import type { KeyedPage, List, Seen, Showing, VersionedKey } from './showing.ts';
import { readSchema, StatementTables } from './statement-tables.ts';
import { findText, type Kind, nameOf, textOf } from './text-of.ts';
import type { Checked, ReadVersion, VersionedText, VersionedTexts } from './versioned-texts.ts';

/** What was checked last for the list of this name, checked again; to be asked together with the keys of a page. */
export async function checkAhead(tx: Tx, texts: VersionedTexts, name: string): Promise<Checked | null> {
  const check = texts.checkOf(name);
  return check ? runCheck(tx, check) : null;
}

/**
 * The texts of a page on PostgreSQL, where other programs write too: a statement asks whether any row that they were made
 * from has another version now. Null = a thing was written after its key was read, and might not belong to the page any
 * more.
 */
export async function showVersioned<Item, Value>(
  tx: Tx,
  texts: VersionedTexts,
  showing: Showing<Item, Value>,
  { keyed }: List<Item>,
  seen: Seen,
): Promise<Value[] | null> {
  if (!keyed) return null;
  const { keys } = keyed;
  const ofMissing = (shown: ReadonlyMap<number, unknown>) => keys.filter(({ id }) => !shown.has(id));
  let shown = await unchangedTexts(tx, texts, findTexts(texts, showing, keys, seen), keyed);
  const waiting = ofMissing(shown).flatMap(({ id }) => texts.making.get(nameOf(showing, id, seen)) ?? []);
  if (waiting.length > 0) {
    await Promise.allSettled(waiting);
    shown = await unchangedTexts(tx, texts, findTexts(texts, showing, keys, seen), keyed);
  }
  const missing = ofMissing(shown);
  if (missing.length > 0) {
    const names = missing.map(({ id }) => nameOf(showing, id, seen));
    const made = await announced(texts, makeTexts(tx, texts, showing, missing, seen), names);
    for (const [id, text] of made) {
      if (isOfKey(text, missing, id)) shown.set(id, text);
    }
  }
  if (shown.size < keys.length) return null;
  rememberCheck(texts, keyed.name, shown);
  return keys.flatMap(({ id }) => {
    const text = shown.get(id);
    return text ? [asValue<Value>(text.json)] : [];
  });
}

/** What `made` gives, while `texts` says that the texts of these names are being made. */
async function announced<Made>({ making }: VersionedTexts, made: Promise<Made>, names: string[]): Promise<Made> {
  for (const name of names) making.set(name, made);
  try {
    return await made;
  } finally {
    for (const name of names) if (making.get(name) === made) making.delete(name);
  }
}

const isOfKey = ({ own }: VersionedText, keys: VersionedKey[], id: number) =>
  keys.some((key) => key.id === id && key.version === own);

/** The texts that are kept of the things as their keys have them. */
function findTexts(texts: VersionedTexts, kind: Kind, keys: VersionedKey[], seen: Seen): Map<number, VersionedText> {
  const found = new Map<number, VersionedText>();
  for (const { id, version } of keys) {
    const kept = findText(texts, kind, id, seen);
    if (kept?.own === version) found.set(id, kept);
  }
  return found;
}

/** Those of the texts that were made from rows as they are now. */
async function unchangedTexts(
  tx: Tx,
  texts: VersionedTexts,
  found: Map<number, VersionedText>,
  { checked }: KeyedPage,
): Promise<Map<number, VersionedText>> {
  if (checked && !texts.isOf(checked.server)) return new Map();
  const unknown = new Map<string, ReadVersion>();
  for (const { rows } of found.values()) {
    for (const row of rows) if (!checked?.check.names.has(row.name)) unknown.set(row.name, row);
  }
  const asked = unknown.size > 0 ? await runCheck(tx, checkOf([...unknown.values()])) : null;
  if (asked && !texts.isOf(asked.server)) return new Map();
  const changed = new Set([...(checked?.changed ?? []), ...(asked?.changed ?? [])]);
  if (changed.size === 0) return found;
  return new Map([...found].filter(([, { rows }]) => !rows.some(({ name }) => changed.has(name))));
}

/** Has the rows of these texts checked with the keys of the list the next time. */
function rememberCheck(texts: VersionedTexts, name: string, shown: Map<number, VersionedText>): void {
  const rows = new Map<string, ReadVersion>();
  for (const text of shown.values()) for (const row of text.rows) rows.set(row.name, row);
  const last = texts.checkOf(name);
  if (last?.names.size === rows.size && [...rows.keys()].every((row) => last.names.has(row))) return;
  texts.setCheck(name, checkOf([...rows.values()]));
}

/** The texts of the things by their row keys, kept, and read as of one moment together with the versions of their rows. */
async function makeTexts<Item, Value>(
  tx: Tx,
  texts: VersionedTexts,
  showing: Showing<Item, Value>,
  keys: VersionedKey[],
  seen: Seen,
): Promise<Map<number, VersionedText>> {
  const tables = new StatementTables(texts, (texts.schema ??= await readSchema(tx)));
  const { items, read, versions } = await tx.snapshot(
    (sql) => tables.note(sql),
    async (tx) => {
      const items = await showing.read(
        tx,
        keys.map(({ id }) => id),
      );
      const read = items.map((item) => tables.rowsOf(showing.table, showing.idOf(item), showing.rowsOf(item)));
      const all = new Map(read.flat().map((row) => [keyOf(row), row]));
      return { items, read, versions: await readVersions(tx, [...all.values()]) };
    },
  );
  texts.isOf(versions.server);
  const byKey = new Map(versions.rows.map((row) => [keyOf(row), row]));
  return new Map(
    items.map((item, index) => {
      const asked = read[index] ?? [];
      const [own, ...rows] = asked.flatMap((row) => byKey.get(keyOf(row)) ?? []);
      const { name, ...kept } = textOf(showing, item, seen);
      const text = { ...kept, own: own?.version ?? '', rows: rows.filter((row) => row !== own) };
      const isKnown = rows.length + 1 === asked.length && rows.every(hasVersion);
      if (isKnown && !tables.isInDoubt) texts.keep(name, text, seen.now);
      return [showing.idOf(item), text];
    }),
  );
}

/** Whether it can be told when the rows change. A single row that is not there is one without a version. */
const hasVersion = ({ key, version }: ReadVersion) => key !== null || version !== null;

const keyOf = ({ of, key }: Pick<ReadVersion, 'of' | 'key'>) => `${of} ${key}`;
