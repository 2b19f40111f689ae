import type { LoopStopped } from './chain.ts';

/** The log message for a stopped loop. */
export const LOOP = 'a webhook or a bot changes a conversation in answer to its own changes: stopped';

/** What it names with that. */
export function loopFacts(accountId: number, { conversation, origin }: LoopStopped) {
  return {
    account_id: accountId,
    conversation_id: conversation.displayId,
    receiver: origin && `${origin.receiverType} ${origin.receiverId}`,
  };
}
