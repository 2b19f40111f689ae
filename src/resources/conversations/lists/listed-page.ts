import type { InferType } from 'yup';
import type { List } from '../../../db/kept/showing.ts';
import type { Tx } from '../../../db/tx.ts';
import { readConditions } from '../../../filters/read-conditions.ts';
import { inZone } from '../../../filters/zone.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { Actor } from '../../../records/actor.ts';
import type { Rows } from '../../../db/pages/paged.ts';
import type { Shown } from '../../../wire/shape.ts';
import type { countsShape } from '../answers.ts';
import { countConversations } from '../count-conversations.ts';
import { listFilteredConversations, visibleFilter } from '../filtered-conversations.ts';
import { listFilter } from '../list-filter.ts';
import { presentCounts } from '../presenter.ts';
import { type ListedConversation, listConversations } from '../queries.ts';
import type { filterConversationsBody, ListConversationsQuery } from '../schema.ts';

/** Who asks, and where. */
type Asking = { tx: Tx; account: AccountRecord; caller: Actor };

/** The page that is asked for; its number counts from 1. */
type Page = Rows & { number: number };

/** A page of conversations for `showConversations`, and the counts of all matches. */
export type ListedPage = { list: List<ListedConversation>; meta: Shown<typeof countsShape> };

/** The conversations that the query of a list asks for. @throws AppError as `listFilter` */
export async function readListedPage(asking: Asking, query: ListConversationsQuery, page: Page): Promise<ListedPage> {
  const { tx, account, caller } = asking;
  const { filter, assignment, sort } = await listFilter(tx, query, account, caller);
  const { list, counts } = await listConversations(tx, filter, assignment, sort, page);
  return { list, meta: presentCounts(counts, assignment, page.number) };
}

/** The counts of `readListedPage`, without its conversations. @throws AppError as `listFilter` */
export async function countListed(
  { tx, account, caller }: Asking,
  query: ListConversationsQuery,
  { number }: Pick<Page, 'number'>,
): Promise<ListedPage['meta']> {
  const { filter, assignment } = await listFilter(tx, query, account, caller);
  return presentCounts(await countConversations(tx, filter), assignment, number);
}

/** The conversations that meet the conditions of a filter. @throws AppError as `readConditions` */
export async function readFilteredPage(
  { tx, account, caller, now }: Asking & { now: Date },
  { payload, timezone }: InferType<typeof filterConversationsBody>,
  page: Page,
): Promise<ListedPage> {
  const conditions = await readConditions(tx, account.id, 'conversation', inZone(payload, timezone), now);
  const filter = await visibleFilter(tx, account, caller, conditions);
  const { list, counts } = await listFilteredConversations(tx, filter, page);
  return { list, meta: presentCounts(counts, 'all', page.number) };
}
