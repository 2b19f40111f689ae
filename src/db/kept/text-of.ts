import { NotedTime } from '../../time.ts';
import { JsonText } from './json-text.ts';
import type { Kept } from './kept-texts.ts';
import { noted } from './noted.ts';
import type { Seen, Showing } from './showing.ts';

/** Tells texts of the same rows apart. */
export type Kind = Pick<Showing<unknown, unknown>, 'table' | 'form'>;

/** The name of a text that is the same for everyone. */
export const nameOf = ({ table, form }: Kind, id: number, { publicUrl }: Seen) => `${table} ${id} ${form} ${publicUrl}`;
/** The name of a text for this viewer alone. */
const ownNameOf = (kind: Kind, id: number, seen: Seen) =>
  `${nameOf(kind, id, seen)} ${seen.viewer.type} ${seen.viewer.id}`;

/** The name of a page for this viewer. */
export const pageNameOf = ({ table, form }: Kind, { viewer, publicUrl }: Seen) =>
  `${table} ${form} ${publicUrl} ${viewer.type} ${viewer.id}`;

/** What `texts` has of the thing with this row key: the text that is the same for everyone, or else the viewer's own. */
export function findText<Text>(
  texts: { find(name: string, now: Date): Text | undefined },
  kind: Kind,
  id: number,
  seen: Seen,
): Text | undefined {
  return texts.find(nameOf(kind, id, seen), seen.now) ?? texts.find(ownNameOf(kind, id, seen), seen.now);
}

/** The text of the thing, with its name, and the times for which it holds. */
export function textOf<Item, Value>(showing: Showing<Item, Value>, item: Item, seen: Seen): Kept & { name: string } {
  const id = showing.idOf(item);
  const now = new NotedTime(seen.now);
  const viewer = noted(seen.viewer);
  const json = new JsonText(JSON.stringify(showing.present(item, { ...seen, now, viewer: viewer.object })));
  const { from, until } = now;
  return { name: viewer.isRead() ? ownNameOf(showing, id, seen) : nameOf(showing, id, seen), json, from, until };
}
