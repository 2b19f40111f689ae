import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import { found } from '../../errors.ts';
import { mustSeeInbox } from '../../records/visible-inboxes.ts';
import { findInbox, type InboxRow } from './queries.ts';

/**
 * The account's inbox with this id.
 * @throws AppError `not_found`, "Inbox not found"; `access_denied` for an agent who is not a member of it
 */
export async function openInbox(
  tx: Tx,
  accountId: number,
  id: number,
  actor: Pick<Actor, 'type' | 'id' | 'role'>,
): Promise<InboxRow> {
  const inbox = found(await findInbox(tx, accountId, id), 'Inbox');
  await mustSeeInbox(tx, accountId, id, actor);
  return inbox;
}
