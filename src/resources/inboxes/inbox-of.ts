import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Actor } from '../../records/actor.ts';
import { findVisibleInbox } from './find-visible-inbox.ts';
import type { InboxRow } from './queries.ts';

/** The part of a request that names an inbox in its path. */
type InboxPath = { tx: Tx; account: AccountRecord; caller: Actor; params: { id: number } };

/** The inbox that the path names, if the caller sees it. @throws AppError as `findVisibleInbox` */
export function inboxOf({ tx, account, caller, params }: InboxPath): Promise<InboxRow> {
  return findVisibleInbox(tx, account.id, params.id, caller);
}
