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

/**
 * Tells Slack of the new messages of a conversation, one after the other. What is under way is noted before: after an
 * interruption or an answer that was lost, Slack is asked whether it has the message.
 * @throws Error when Slack gives no answer; AppError `invalid` when an administrator must connect it again
 */
export const tellSlack: JobHandler = async (app, payload, job) => {
  const { conversation_id: id, message_id: first } = payloadOf.validateSync(payload);
  const { accountId } = job;
  if (accountId === null) return;
  const slack = await findSlackHook(app.tx(), accountId);
  if (!slack) {
    return inTransaction(app.tx(), async (tx) => {
      await lockAccount(tx, accountId);
      await noteInSlack(tx, accountId);
    });
  }
  const thread = await orNull(() => threadOf(app.tx(), slack, id, first));
  if (!thread) return;
  do job.signal.throwIfAborted();
  while (await tellNext(app, slack, thread, job));
};

/** False = there is no further message, or none can be told; the job has ended then. */
async function tellNext(app: App, slack: SlackHook, thread: SlackThreadRow, job: JobUnderWay): Promise<boolean> {
  const { conversationId } = thread;
  const messageId = await nextMessageId(app.tx(), thread);
  if (messageId === null) return !(await endUnlessMore(app, thread, job));
  const conversation = await orNull(() => readConversation(app.tx(), conversationId));
  const message = conversation && (await findMessage(app.tx(), conversationId, messageId));
  if (!conversation || !message) return false;

  const connection = connectionBy(app, slack.hook, 'slack');
  const posted = await tell(app, connection, thread, conversation, message);
  if (posted.is === 'unavailable') throw new Error(`Slack is not available: ${posted.reason}`);
  if (posted.is === 'refused' && isOfConnection(posted)) {
    throw invalid('Integration is not connected', `connect Slack again: ${posted.reason}`);
  }
  if (posted.is === 'refused' && OF_CHANNEL.includes(posted.code)) {
    app.log.warn({ account_id: conversation.account.id, reason: posted.reason }, 'the Slack channel takes no messages');
    await loseSlackChannel(app.tx(), slack.hook, posted.reason, app.now());
    return false;
  }
  if (posted.is === 'refused') {
    app.log.warn(
      { account_id: conversation.account.id, message: messageId, reason: posted.reason },
      'Slack refused a message',
    );
  }
  await endTelling(app.tx(), thread, messageId, posted.is === 'posted' ? posted.ts : null);
  return true;
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
    const told = await findTold(connection, thread, message.id, thread.sendingSince ?? message.createdAt);
    if (told) return told;
  }
  await beginTelling(app.tx(), thread, message.id, app.now());
  return postMessage(connection, thread, conversation, message);
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
