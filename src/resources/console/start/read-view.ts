import type { Rows } from '../../../db/pages/paged.ts';
import type { Tx } from '../../../db/tx.ts';
import { found, notFound } from '../../../errors.ts';
import { check } from '../../../fields/check.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { Actor } from '../../../records/actor.ts';
import { type ListedPage, readFilteredPage, readListedPage } from '../../conversations/lists/listed-page.ts';
import { filterConversationsBody } from '../../conversations/schema.ts';
import { findCustomFilter } from '../../custom_filters/queries.ts';
import type { StartQuery } from './schema.ts';

type Viewing = { tx: Tx; account: AccountRecord; caller: Actor; now: Date };

/**
 * The first page of the view that the query names: of a saved filter, or of a list.
 * @throws AppError `not_found` for a saved filter or a team that the caller does not have; `invalid` for a saved filter
 *   whose conditions no longer fit the account
 */
export async function readView(viewing: Viewing, query: StartQuery, limit: number): Promise<ListedPage> {
  const page: Rows & { number: number } = { number: 1, offset: 0, limit };
  if (query.custom_view_id === undefined) return readListedPage(viewing, query, page);
  const { tx, account, caller } = viewing;
  const owner = { accountId: account.id, userId: caller.id };
  const filter = found(await findCustomFilter(tx, owner, query.custom_view_id), 'Custom filter');
  if (filter.filterType !== 'conversation') throw notFound('Custom filter');
  return readFilteredPage(viewing, check(filterConversationsBody, filter.query), page);
}
