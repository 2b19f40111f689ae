import { object } from 'yup';
import { findBySource, writeSources } from '../../conversations/receiving/message-sources.ts';
import { createMessage } from '../../conversations/messages/create-message.ts';
import type { NewMessage } from '../../conversations/messages/new-message.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { App } from '../../app.ts';
import { inTransaction } from '../../db/transaction.ts';
import { integer, text } from '../../fields.ts';
import { endJob } from '../../queue.ts';
import type { Actor } from '../../records/actor.ts';
import { readActor } from '../../records/read-actor.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { orNull } from '../../errors.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { findSlackHook } from '../../resources/hooks/slack/slack-hook.ts';
import { connectionBy } from '../../resources/integrations/connection.ts';
import { requestSlack } from '../../resources/integrations/slack/ask-slack.ts';
import { fromSlack, noteIn } from '../../resources/integrations/slack/slack-text.ts';
import { slackKey } from '../../resources/integrations/slack/slack-key.ts';
import type { JobHandler } from '../queue/handler.ts';

const payloadOf = object({
  conversation_id: integer().required(),
  team: text().required(),
  channel: text().required(),
  ts: text().required(),
  user: text().required(),
  text: text(Infinity).required(),
});

/**
 * Adds what somebody has written in a thread at Slack to its conversation, once: as the member with their e-mail address, or
 * else as the system. Nothing in a suspended account.
 * @throws Error when Slack cannot say who it was
 */
export const receiveSlack: JobHandler = async (app, payload, job) => {
  const { conversation_id: id, team, channel, ts, user, text: said } = payloadOf.validateSync(payload);
  const { accountId } = job;
  if (accountId === null || (await readAccount(app.tx(), accountId)).status !== 'active') return;
  const actor = await memberAt(app, accountId, user);
  const key = slackKey(team, channel, ts);
  const now = app.now();
  await inTransaction(app.tx(), async (tx) => {
    const conversation = await orNull(() => lockConversation(tx, id));
    if (!(await endJob(tx, job.id, now)) || !conversation) return;
    const inboxId = conversation.inbox.id;
    if (await findBySource(tx, inboxId, [key])) return;
    const { message } = await createMessage(tx, id, newMessage(said, actor), now);
    await writeSources(tx, { inboxId, messageId: message.id }, [key]);
  });
};

/** Null = nobody of the account has the address. */
async function memberAt(app: App, accountId: number, user: string): Promise<Actor | null> {
  const tx = app.tx();
  const slack = await findSlackHook(tx, accountId);
  if (!slack) return null;
  const reply = await requestSlack(connectionBy(app, slack.hook, 'slack'), 'users.info', { user });
  if (reply.is === 'unavailable') throw new Error(`Slack is not available: ${reply.reason}`);
  const email = reply.is === 'granted' ? emailIn(reply.body) : null;
  if (email === null) return null;
  const member = await tx.db
    .selectFrom('users as u')
    .innerJoin('account_users as m', 'm.user_id', 'u.id')
    .select('u.id')
    .where('m.account_id', '=', accountId)
    .where('m.invited_email', 'is', null)
    .where('u.email', '=', email)
    .executeTakeFirst();
  return member ? readActor(tx, accountId, member.id, { tokenId: null, answeredDeliveryId: null }) : null;
}

function emailIn({ user }: Attributes): string | null {
  const profile = memberOf(user, 'profile');
  const email = memberOf(profile, 'email');
  return typeof email === 'string' ? email.toLowerCase() : null;
}

function memberOf(value: Attributes[string] | undefined, name: string) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
}

function newMessage(said: string, actor: Actor | null): NewMessage {
  const { content, isPrivate } = noteIn(fromSlack(said));
  return {
    messageType: 'outgoing',
    content,
    contentType: 'text',
    contentAttributes: {},
    additionalAttributes: {},
    private: isPrivate,
    sourceId: null,
    recipients: { cc_emails: null, bcc_emails: null, to_emails: null },
    files: [],
    reopens: true,
    actor,
    botId: null,
  };
}
