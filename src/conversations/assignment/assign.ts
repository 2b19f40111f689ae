import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { assignBot } from './assign-bot.ts';
import { assignConversation } from './assign-conversation.ts';
import { assignTeam } from './assign-team.ts';

/** The new assignee or team; null and 0 = none. The team counts only where `assigneeId` is left out. */
export type Assigning = {
  assigneeId?: number | null | undefined;
  /** Whether `assigneeId` is a bot's. */
  isBot: boolean;
  teamId?: number | null | undefined;
  actor: Actor;
};

/**
 * Assigns the conversation with this row key to a user, a bot or a team.
 * @throws AppError `invalid` for a user who does not work in the account, `not_found` for a bot that the account cannot
 *   use and for a team that is not the account's
 * @throws AppError `not_found` when the conversation has been deleted; LoopStopped as `continueChain` does
 */
export function assign(
  tx: Tx,
  id: number,
  { assigneeId, isBot, teamId, actor }: Assigning,
  now: Date,
): Promise<ConversationRecord> {
  if (assigneeId === undefined) return assignTeam(tx, id, { teamId: teamId || null, actor }, now);
  if (isBot && assigneeId) return assignBot(tx, id, { botId: assigneeId, actor }, now);
  return assignConversation(tx, id, { assigneeId: assigneeId || null, actor }, now);
}
