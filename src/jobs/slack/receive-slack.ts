import { array, object } from 'yup';
import { findBySource, writeSources } from '../../conversations/receiving/message-sources.ts';
import { createMessage } from '../../conversations/messages/create-message.ts';
import { type NewMessage, newMessage } from '../../conversations/messages/new-message.ts';
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
import { type Connection, connectionBy } from '../../resources/integrations/connection.ts';
import { requestSlack } from '../../resources/integrations/slack/ask-slack.ts';
import { postWord } from '../../resources/integrations/slack/post-word.ts';
import { fromSlack, noteIn } from '../../resources/integrations/slack/slack-text.ts';
import { slackKey } from '../../resources/integrations/slack/slack-key.ts';
import { removeFiles } from '../../storage/files.ts';
import { unnamedKeys } from '../../storage/named-keys.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import type { JobHandler } from '../queue/handler.ts';
import { fetchSlackFiles } from './fetch-slack-files.ts';

const payloadOf = object({
  conversation_id: integer().required(),
  team: text().required(),
  channel: text().required(),
  ts: text().required(),
  user: text().required(),
  text: text(Infinity).default(''),
  // Jobs of earlier versions have neither.
  thread_ts: text().default(''),
  files: array(
    object({
      id: text().defined(),
      name: text(Infinity).defined(),
      content_type: text(Infinity).defined(),
      url: text(Infinity).defined(),
    }),
  ).default([]),
});

/**
 * Adds a message from a thread at Slack to its conversation, once, with its files: as the member with the author's e-mail
 * address, or else as the system. The thread names files that cannot be fetched. Does nothing in a suspended account.
 * @throws Error when Slack cannot identify the author, or has a file only later
 */
export const receiveSlack: JobHandler = async (app, payload, job) => {
  const { accountId } = job;
  if (accountId === null || (await readAccount(app.tx(), accountId)).status !== 'active') return;
  const written = payloadOf.validateSync(payload);
  const slack = await findSlackHook(app.tx(), accountId);
  const connection = slack && connectionBy(app, slack.hook, 'slack');
  const actor = connection && (await memberAt(app, connection, accountId, written.user));
  const shared = written.files.map(({ content_type: contentType, ...file }) => ({ ...file, contentType }));
  const { stored, failed } = connection ? await fetchSlackFiles(connection, shared, job) : { stored: [], failed: [] };
  try {
    if (!(await add(app, job.id, written, stored, actor))) return;
  } finally {
    const keys = stored.map(({ key }) => key);
    if (keys.length > 0) await removeFiles(app.config.data_dir, await unnamedKeys(app.tx(), keys));
  }
  if (!connection || failed.length === 0 || written.thread_ts === '') return;
  const names = failed.map(({ name, why }) => `${name} (${why})`).join(', ');
  const place = { channel: written.channel, threadTs: written.thread_ts };
  const reply = await postWord(connection, place, `Not sent to the contact: ${names}`);
  if (reply.is === 'granted') return;
  app.log.warn({ account_id: accountId, reason: reply.reason }, 'Slack refused a word in a thread');
};

type WrittenAtSlack = ReturnType<typeof payloadOf.validateSync>;

/** Adds the message and ends the job. False = the message was added before, or its conversation is gone. */
function add(
  app: App,
  jobId: number,
  written: WrittenAtSlack,
  files: StoredFile[],
  actor: Actor | null,
): Promise<boolean> {
  const { conversation_id: id, team, channel, ts, text: said } = written;
  const key = slackKey(team, channel, ts);
  const now = app.now();
  return inTransaction(app.tx(), async (tx) => {
    const conversation = await orNull(() => lockConversation(tx, id));
    if (!(await endJob(tx, jobId, now)) || !conversation) return false;
    const inboxId = conversation.inbox.id;
    if (await findBySource(tx, inboxId, [key])) return false;
    // None of the files could be fetched.
    if (said.trim() === '' && files.length === 0) return true;
    const { message } = await createMessage(tx, id, messageFromSlack(said, files, actor), now);
    await writeSources(tx, { inboxId, messageId: message.id }, [key]);
    return true;
  });
}

/** Null = nobody of the account has the address. */
async function memberAt(app: App, connection: Connection, accountId: number, user: string): Promise<Actor | null> {
  const tx = app.tx();
  const reply = await requestSlack(connection, 'users.info', { user });
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

function messageFromSlack(said: string, files: StoredFile[], actor: Actor | null): NewMessage {
  const { content, isPrivate } = noteIn(fromSlack(said));
  return newMessage({ content: content.trim() === '' ? null : content, private: isPrivate, files, actor });
}
