import { object } from 'yup';
import type { App } from '../../app.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalid, orNull } from '../../errors.ts';
import { integer } from '../../fields.ts';
import { endJob } from '../../queue.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { lockAccount } from '../../records/access/lock-account.ts';
import { lockConversation, readConversation } from '../../records/read-conversations.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import {
  findSlackHook,
  loseSlackChannel,
  noteInSlack,
  type SlackHook,
} from '../../resources/hooks/slack/slack-hook.ts';
import { type Connection, connectionBy, isOfConnection } from '../../resources/integrations/connection.ts';
import {
  beginTelling,
  endTelling,
  nextMessageId,
  type SlackThreadRow,
  threadOf,
} from '../../resources/integrations/slack/threads.ts';
import { findMessage } from '../../conversations/messages/queries.ts';
import { findTold } from '../../resources/integrations/slack/find-told.ts';
import { postMessage, type Posted } from '../../resources/integrations/slack/post-message.ts';
import type { JobHandler, JobUnderWay } from '../queue/handler.ts';

const payloadOf = object({ conversation_id: integer().required(), message_id: integer().required() });

/** Refusals that are about the channel, and end only when an administrator chooses one again. */
const OF_CHANNEL = ['channel_not_found', 'is_archived', 'not_in_channel', 'restricted_action', 'missing_scope'];

/** The messages of a conversation from `first` on, of which Slack is told. */
type Telling = { accountId: number; conversationId: number; first: number };

/**
 * Sends the new messages of a conversation to Slack, one after the other. Each is recorded before it is sent, so that after an
 * interruption or a lost answer, Slack is asked whether it has the message.
 * @throws Error when Slack gives no answer, or another process continues the thread; AppError `invalid` when an administrator
 *   must connect Slack again
 */
export const tellSlack: JobHandler = async (app, payload, job) => {
  const { conversation_id: conversationId, message_id: first } = payloadOf.validateSync(payload);
  const { accountId } = job;
  if (accountId === null) return;
  do job.signal.throwIfAborted();
  while (await tellNext(app, { accountId, conversationId, first }, job));
};

/** False = there is no further message, or none can be told; the job has ended then. */
async function tellNext(app: App, { accountId, conversationId, first }: Telling, job: JobUnderWay): Promise<boolean> {
  const { status } = await readAccount(app.tx(), accountId);
  const slack = status === 'active' ? await findSlackHook(app.tx(), accountId) : null;
  if (!slack) return endWithout(app, accountId, job);
  const conversation = await orNull(() => readConversation(app.tx(), conversationId));
  if (!conversation) return false;
  const thread = await threadOf(app.tx(), slack, conversationId, first);
  const messageId = await nextMessageId(app.tx(), thread);
  if (messageId === null) return !(await endUnlessMore(app, thread, job));
  const message = await findMessage(app.tx(), conversationId, messageId);
  if (!message) return false;

  const posted = await tell(app, connectionBy(app, slack.hook, 'slack'), thread, conversation, message);
  return noteTold(app, slack, thread, messageId, posted);
}

/**
 * Ends the job: the account is suspended, or the hook is gone or switched off, and the account says so from now on. True = neither is so
 * any more.
 */
function endWithout(app: App, accountId: number, job: JobUnderWay): Promise<boolean> {
  return inTransaction(app.tx(), async (tx) => {
    await lockAccount(tx, accountId);
    if (await noteInSlack(tx, accountId)) return true;
    await endJob(tx, job.id, app.now());
    return false;
  });
}

/** Has Slack take the message, unless it has it already. */
async function tell(
  app: App,
  connection: Connection,
  thread: SlackThreadRow,
  conversation: ConversationRecord,
  message: MessageRecord,
): Promise<Posted> {
  if (thread.sendingMessageId === message.id) {
    const told = await findTold(connection, thread, message.id, thread.sendingSince);
    if (told) return told;
  }
  await beginTelling(app.tx(), thread, message.id, app.now());
  return postMessage(connection, thread, conversation, message);
}

/** Notes what Slack said. False = it will take no further message. */
async function noteTold(
  app: App,
  { hook }: SlackHook,
  thread: SlackThreadRow,
  messageId: number,
  posted: Posted,
): Promise<boolean> {
  if (posted.is === 'posted') {
    await endTelling(app.tx(), thread, messageId, posted.ts);
    return true;
  }
  if (posted.is === 'unavailable') throw new Error(`Slack is not available: ${posted.reason}`);
  if (isOfConnection(posted)) {
    throw invalid('Integration is not connected', `connect Slack again: ${posted.reason}`);
  }
  const facts = { account_id: hook.accountId, message: messageId, reason: posted.reason };
  if (OF_CHANNEL.includes(posted.code)) {
    app.log.warn(facts, 'the Slack channel takes no messages');
    await loseSlackChannel(app.tx(), hook, posted.reason, app.now());
    return false;
  }
  app.log.warn(facts, 'Slack refused a message');
  await endTelling(app.tx(), thread, messageId, null);
  return true;
}

/** Ends the job where no message has been added meanwhile, of which it would have to tell. */
function endUnlessMore(app: App, thread: SlackThreadRow, job: JobUnderWay): Promise<boolean> {
  return inTransaction(app.tx(), async (tx) => {
    const conversation = await orNull(() => lockConversation(tx, thread.conversationId));
    if (conversation && (await nextMessageId(tx, thread)) !== null) return false;
    await endJob(tx, job.id, app.now());
    return true;
  });
}
