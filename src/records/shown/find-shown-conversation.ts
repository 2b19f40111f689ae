import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import type { ConversationRecord } from '../conversation.ts';
import { completeRow, findConversationRow } from '../read-conversations.ts';
import { readTeams } from '../read-teams.ts';
import { checkVisible, findVisibleConversation, seesInboxOf, type Viewer } from '../visible-inboxes.ts';

/** A shown conversation: its key, and a reader of the record in case no kept text has it. */
export type ShownConversation = {
  keys: readonly [{ id: number }];
  read(): Promise<ConversationRecord>;
  /** Whether the actor sees its inbox, and not only the conversation as a member of its team. */
  seesInbox: boolean;
};

/**
 * The conversation that `findVisibleConversation` gives. Where rows are kept, `keys` is the same array each time until one of its
 * rows is written, and what it is assigned to is not read before `read`.
 * @throws AppError as it does
 */
export async function findShownConversation(
  tx: Tx,
  accountId: number,
  displayId: number,
  actor: Viewer,
): Promise<ShownConversation> {
  if (tx.rows === null) {
    const conversation = await findVisibleConversation(tx, accountId, displayId, actor);
    const place = { inboxId: conversation.inbox.id, team: conversation.team };
    const seesInbox = await seesInboxOf(tx, accountId, place, actor);
    return { keys: [conversation], read: async () => conversation, seesInbox };
  }
  const keys = await findConversationRow(tx, accountId, displayId);
  const { inboxId, teamId } = keys[0];
  const read = async () => found(await completeRow(tx, keys), 'Conversation');
  if (actor.role === 'administrator') return { keys, read, seesInbox: true };
  const [team] = teamId === null ? [] : await readTeams(tx, [teamId]);
  const place = { inboxId, team: team ?? null };
  await checkVisible(tx, accountId, place, actor);
  return { keys, read, seesInbox: await seesInboxOf(tx, accountId, place, actor) };
}
