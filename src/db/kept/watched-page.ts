import type { Tx } from '../tx.ts';
import type { Listed } from './showing.ts';
import { pageNameOf } from './text-of.ts';
import type { PageText, ShowPage } from './text-page.ts';
import type { WatchedTexts } from './watched-texts.ts';

/** How often the keys are read again when one of the things was written meanwhile. */
const MOST_TRIES = 3;

/** What `show` gives for a page on SQLite, where what is written is told; null = it cannot be told, or `show` gives null. */
export function withWatchedPage<Item, Value>(
  tx: Tx,
  texts: WatchedTexts,
  { showing, list: { ids: readIds }, seen }: Listed<Item, Value>,
  show: ShowPage<Item>,
): Promise<PageText | null> | null {
  if (!readIds || !tx.isCaughtUp()) return null;
  const { table, read, rowsOf } = showing;
  return texts.touches.reading(async (reading) => {
    const isTouched = ({ id }: { id: number }) => reading.touched.size > 0 && reading.touched.has(`${table} ${id}`);
    let keys: readonly { id: number }[] = [];
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      reading.touched.clear();
      keys = await readIds();
      if (!keys.some(isTouched)) break;
    }
    return texts.pages.show(keys, pageNameOf(showing, seen), seen.now, () =>
      show({
        ids: keys.map(({ id }) => id),
        texts,
        unchanged: (found) => found,
        read: async (missing) => {
          const items = await read(
            tx.noting((sql) => reading.note(sql)),
            missing,
          );
          return items.map((item) => ({
            item,
            keep: (name, kept) => {
              texts.keep(reading, name, kept, rowsOf(item));
              return kept;
            },
          }));
        },
        finish: () => !reading.isInDoubt && !keys.some(isTouched),
      }),
    );
  });
}
