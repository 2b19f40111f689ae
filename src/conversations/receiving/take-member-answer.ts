import type { MemberPlace } from '../../channels/email/member-addresses.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { AppError, orNull } from '../../errors.ts';
import { enqueue } from '../../queue.ts';
import type { Actor } from '../../records/actor.ts';
import { readActor } from '../../records/read-actor.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { checkVisible } from '../../records/visible-inboxes.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import { createMessage } from '../messages/create-message.ts';
import { MOST_FILES, newMessage } from '../messages/new-message.ts';
import { endEvent } from './end-event.ts';
import { receivedContent } from './received-content.ts';

/** The kind of job that tells a member why their answer was not taken. */
const ANSWER_REFUSED = 'answer_refused';
const NO_MEMBER = 'from somebody who is no member of the account any more';

/** What a member has answered by mail. */
export type MemberAnswer = {
  /** The address that the mail is from; null = it has none. */
  from: string | null;
  content: string;
  isPrivate: boolean;
  files: StoredFile[];
};

type Waiting = MemberPlace & { accountId: number; eventId: number };

/**
 * Adds a member's mailed answer to the conversation as their message or private note, in the transaction that ends its event.
 * For a refused answer, or an answer from another address, the member gets a mail with the reason; former members get none.
 */
export function takeMemberAnswer(tx: Tx, waiting: Waiting, answer: MemberAnswer, now: Date): Promise<void> {
  const { accountId, eventId, userId, conversationId } = waiting;
  return inTransaction(tx, async (tx) => {
    const actor = await readActor(tx, accountId, userId, { tokenId: null, answeredDeliveryId: null });
    const reason = actor ? await refusalOf(tx, waiting, answer, actor) : NO_MEMBER;
    const status = reason === null ? 'done' : 'ignored';
    const isEnded = await endEvent(tx, eventId, { status, error: reason }, now);
    if (!isEnded || !actor) return;
    if (reason === null) {
      const { content, isPrivate, files } = answer;
      const values = {
        content: content === '' ? null : receivedContent(content),
        contentAttributes: { answered_by: 'email' },
        private: isPrivate,
        files,
        actor,
      };
      await createMessage(tx, conversationId, newMessage(values), now);
    } else {
      const payload = { user_id: userId, conversation_id: conversationId, reason };
      await enqueue(tx, { kind: ANSWER_REFUSED, accountId, payload }, now);
    }
  });
}

/** Why the member's answer is not taken, for a mail to them; null = it is taken, and the conversation is locked. */
async function refusalOf(
  tx: Tx,
  { accountId, conversationId }: Waiting,
  { from, content, files }: MemberAnswer,
  actor: Actor,
): Promise<string | null> {
  if (from !== actor.email?.toLowerCase()) return 'it came from another address than yours';
  if (content === '' && files.length === 0) return 'it has no text above what it quotes';
  if (files.length > MOST_FILES) return `it has more than ${MOST_FILES} files`;
  const conversation = await orNull(() => lockConversation(tx, conversationId));
  if (conversation?.account.id !== accountId) return 'the conversation has been deleted';
  const { inbox, team } = conversation;
  const seesIt = actor.role === 'administrator' || (await sees(tx, accountId, { inboxId: inbox.id, team }, actor));
  return seesIt ? null : 'you do not see the conversation any more';
}

async function sees(tx: Tx, ...args: [number, Parameters<typeof checkVisible>[2], Parameters<typeof checkVisible>[3]]) {
  try {
    await checkVisible(tx, ...args);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'access_denied') return false;
    throw error;
  }
}
