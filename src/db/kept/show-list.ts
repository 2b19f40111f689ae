import type { Tx } from '../tx.ts';
import { asValue, JsonText } from './json-text.ts';
import { keysOfRows, type KeptTexts } from './kept-texts.ts';
import { showVersioned } from './show-versioned.ts';
import type { List, Seen, Showing } from './showing.ts';
import { findText, type Kind, textOf } from './text-of.ts';
import type { Reading } from './touches.ts';

/** A page on which nothing is. */
export const emptyList = <Item>(): List<Item> => ({ items: async () => [] });

/** How often the keys are read again when one of the things was written meanwhile. */
const MOST_TRIES = 3;

/**
 * Shows a page of a list, each thing by its kept text where there is one. Only `rowsOf` has to know of that: the tables
 * are those of the statements that are run, how long a text holds follows from what is asked of the time, and a text is
 * for one viewer alone if the viewer is looked at.
 */
export async function showList<Item, Value>(
  tx: Tx,
  showing: Showing<Item, Value>,
  list: List<Item>,
  seen: Seen,
): Promise<Value[]> {
  const shown = tx.texts
    ? await showTexts(tx, tx.texts, showing, list, seen)
    : tx.versioned && (await showVersioned(tx, tx.versioned, showing, list, seen));
  if (shown) return shown;
  const values = (await list.items()).map((item) => showing.present(item, seen));
  // In the same parts as kept texts: the ETag of the answer is made of them.
  return tx.texts || tx.versioned ? values.map((value) => asValue(new JsonText(JSON.stringify(value)))) : values;
}

/** The texts of the things; null = one of them was written meanwhile, and might not belong to the page any more. */
async function showTexts<Item, Value>(
  tx: Tx,
  texts: KeptTexts,
  showing: Showing<Item, Value>,
  list: List<Item>,
  seen: Seen,
): Promise<Value[] | null> {
  if (!list.ids || !tx.isCaughtUp) return null;
  const reading = texts.touches.begin();
  const isTouched = (id: number) => reading.touched.size > 0 && reading.touched.has(`${showing.table} ${id}`);
  try {
    let ids: number[] = [];
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      reading.touched.clear();
      ids = await list.ids();
      if (!ids.some(isTouched)) break;
    }
    const found = findTexts(texts, showing, ids, seen);
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) await makeTexts(tx, texts, showing, missing, { seen, reading, found });
    if (reading.isInDoubt || ids.some(isTouched)) return null;
    return ids.flatMap((id) => {
      const text = found.get(id);
      return text === undefined ? [] : [asValue<Value>(text)];
    });
  } finally {
    texts.touches.end(reading);
  }
}

function findTexts(texts: KeptTexts, kind: Kind, ids: number[], seen: Seen): Map<number, JsonText> {
  const found = new Map<number, JsonText>();
  for (const id of ids) {
    const text = findText(texts, kind, id, seen);
    if (text !== undefined) found.set(id, text);
  }
  return found;
}

/** Adds the texts of the things to `found`, and keeps them. */
async function makeTexts<Item, Value>(
  tx: Tx,
  texts: KeptTexts,
  showing: Showing<Item, Value>,
  ids: number[],
  { seen, reading, found }: { seen: Seen; reading: Reading; found: Map<number, JsonText> },
): Promise<void> {
  const tables = new Set<string>();
  const noting = tx.noting((sql) => {
    const read = texts.touches.watch(sql);
    if (read === null) reading.isInDoubt = true;
    else for (const table of read) tables.add(table);
  });
  for (const item of await showing.read(noting, ids)) {
    const { name, ...kept } = textOf(showing, item, seen);
    found.set(showing.idOf(item), kept.json);
    texts.keep(reading, name, kept, keysOfRows(tables, showing.rowsOf(item)));
  }
}
