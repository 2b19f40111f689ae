import type { Tx } from '../tx.ts';
import { asValue, JsonArray, JsonText } from './json-text.ts';
import type { Kept, KeptTexts } from './kept-texts.ts';
import type { List, Seen, Showing } from './showing.ts';
import type { PageText, ShowPage, TextPage } from './text-page.ts';
import { findText, type Kind, nameOf, textOf } from './text-of.ts';
import { withVersionedPage } from './versioned-page.ts';
import { VersionedTexts } from './versioned-texts.ts';
import { withWatchedPage } from './watched-page.ts';

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
  const shown = await showTexts(tx, showing, list, seen);
  if (shown) return asValue(shown);
  const values = (await list.items()).map((item) => showing.present(item, seen));
  // In the same parts as kept texts: the ETag of the answer is made of them.
  return tx.texts ? asValue(new JsonArray(values.map((value) => new JsonText(JSON.stringify(value))))) : values;
}

/** As `showList`, for the only thing of the list; undefined = it has none. */
export async function showOne<Item, Value>(
  tx: Tx,
  showing: Showing<Item, Value>,
  list: List<Item>,
  seen: Seen,
): Promise<Value | undefined> {
  const shown = await showTexts(tx, showing, list, seen);
  if (shown) return shown.elements[0] && asValue(shown.elements[0]);
  const [item] = await list.items();
  return item && showing.present(item, seen);
}

/** The page in kept texts; null = it has to be read and presented without them. */
async function showTexts<Item, Value>(
  tx: Tx,
  showing: Showing<Item, Value>,
  list: List<Item>,
  seen: Seen,
): Promise<JsonArray | null> {
  const { texts } = tx;
  if (texts === null) return null;
  const listed = { showing, list, seen };
  const show: ShowPage<Item> = (page) => showPage(page, showing, seen);
  const shown =
    texts instanceof VersionedTexts
      ? await withVersionedPage(tx, texts, listed, show)
      : await withWatchedPage(tx, texts, listed, show);
  return shown?.json ?? null;
}

/** The texts of the page's things: those that are kept, those that another request is making, or else new ones. */
async function showPage<Item, Value, Text extends Kept>(
  page: TextPage<Item, Text>,
  showing: Showing<Item, Value>,
  seen: Seen,
): Promise<PageText | null> {
  const { ids, texts } = page;
  const namesOf = (ids: number[]) => ids.map((id) => nameOf(showing, id, seen));
  const find = () => page.unchanged(findTexts(texts, showing, ids, seen));
  const without = (shown: Map<number, Text>) => ids.filter((id) => !shown.has(id));
  let shown = await find();
  let missing = without(shown);
  const waiting = namesOf(missing).flatMap((name) => texts.making.get(name) ?? []);
  if (waiting.length > 0) {
    await Promise.allSettled(waiting);
    shown = await find();
    missing = without(shown);
  }
  if (missing.length > 0) {
    const made = await announced(texts, makeTexts(page, showing, missing, seen), namesOf(missing));
    for (const [id, text] of made) shown.set(id, text);
  }
  if (!page.finish(shown)) return null;
  return pageTextOf(
    ids.flatMap((id) => shown.get(id) ?? []),
    missing.length === 0,
  );
}

/** The texts as one, which holds for as long as all of them do. */
function pageTextOf(texts: Kept[], areKept: boolean): PageText {
  return {
    json: new JsonArray(texts.map(({ json }) => json)),
    from: Math.max(...texts.map(({ from }) => from)),
    until: Math.min(...texts.map(({ until }) => until)),
    areKept,
  };
}

function findTexts<Text extends Kept>(texts: KeptTexts<Text>, kind: Kind, ids: readonly number[], seen: Seen) {
  const found = new Map<number, Text>();
  for (const id of ids) {
    const text = findText(texts, kind, id, seen);
    if (text !== undefined) found.set(id, text);
  }
  return found;
}

/** The texts of the things by their row keys, kept. */
async function makeTexts<Item, Value, Text extends Kept>(
  page: TextPage<Item, Text>,
  showing: Showing<Item, Value>,
  ids: number[],
  seen: Seen,
): Promise<Map<number, Text>> {
  const made = new Map<number, Text>();
  for (const { item, keep } of await page.read(ids)) {
    const { name, ...kept } = textOf(showing, item, seen);
    made.set(showing.idOf(item), keep(name, kept));
  }
  return made;
}

/** What `made` gives, while `texts` says that the texts of these names are being made. */
async function announced<Made>({ making }: { making: KeptTexts['making'] }, made: Promise<Made>, names: string[]) {
  for (const name of names) making.set(name, made);
  try {
    return await made;
  } finally {
    for (const name of names) if (making.get(name) === made) making.delete(name);
  }
}
