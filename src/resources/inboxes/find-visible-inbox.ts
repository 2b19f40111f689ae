import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import { found } from '../../errors.ts';
import { checkInboxVisible } from '../../records/visible-inboxes.ts';
import { findInbox, type InboxRow } from './queries.ts';

/**
 * The account's inbox with this id.
 * @throws AppError `not_found`, "Inbox not found"; `access_denied` unless `actor` sees it
 */
export async function findVisibleInbox(
  tx: Tx,
  accountId: number,
  id: number,
  actor: Pick<Actor, 'type' | 'id' | 'role'>,
): Promise<InboxRow> {
  const inbox = found(await findInbox(tx, accountId, id), 'Inbox');
  await checkInboxVisible(tx, accountId, id, actor);
  return inbox;
}
