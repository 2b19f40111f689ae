import type { MemberPlace } from '../../channels/email/member-addresses.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { AppError, orNull } from '../../errors.ts';
import { enqueue } from '../../queue.ts';
import { readActor } from '../../records/read-actor.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { checkVisible } from '../../records/visible-inboxes.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import { createMessage } from '../messages/create-message.ts';
import { MOST_FILES } from '../messages/new-message.ts';
import { endEvent } from './end-event.ts';
import { receivedContent } from './received-content.ts';

/** The kind of job that tells a member why their answer was not taken. */
const ANSWER_REFUSED = 'answer_refused';

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
    const end = (error: string | null) =>
      endEvent(tx, eventId, { status: error === null ? 'done' : 'ignored', error }, now);
    if (!actor) return void (await end('from somebody who is no member of the account any more'));

    const refuse = async (reason: string) => {
      if (!(await end(reason))) return;
      const payload = { user_id: userId, conversation_id: conversationId, reason };
      await enqueue(tx, { kind: ANSWER_REFUSED, accountId, payload }, now);
    };
    if (answer.from !== actor.email?.toLowerCase()) return refuse('it came from another address than yours');
    if (answer.content === '' && answer.files.length === 0) return refuse('it has no text above what it quotes');
    if (answer.files.length > MOST_FILES) return refuse(`it has more than ${MOST_FILES} files`);
    const conversation = await orNull(() => lockConversation(tx, conversationId));
    if (conversation?.account.id !== accountId) return refuse('the conversation has been deleted');
    const { inbox, team } = conversation;
    if (actor.role !== 'administrator' && !(await sees(tx, accountId, { inboxId: inbox.id, team }, actor))) {
      return refuse('you do not see the conversation any more');
    }
    if (!(await end(null))) return;
    await createMessage(
      tx,
      conversationId,
      {
        messageType: 'outgoing',
        content: answer.content === '' ? null : receivedContent(answer.content),
        contentType: 'text',
        contentAttributes: { answered_by: 'email' },
        additionalAttributes: {},
        private: answer.isPrivate,
        sourceId: null,
        recipients: { cc_emails: null, bcc_emails: null, to_emails: null },
        files: answer.files,
        reopens: true,
        actor,
        botId: null,
      },
      now,
    );
  });
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
