import type { Channel } from '../../channels/channel.ts';
import { newSecrets } from '../../channels/secrets.ts';
import { json } from '../../db/dialect.ts';
import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { found } from '../../errors.ts';
import type { AccountFacts } from '../../events/facts.ts';
import { recordInboxCreated } from '../../events/record-inbox.ts';
import { newToken } from '../../secrets.ts';
import type { InboxInput } from './inbox-input.ts';
import { findInbox, type InboxRow } from './queries.ts';
import { changeWeek, usualWeek } from './working-hours.ts';
import { inboxColumns, touchInboxes } from './write-inbox.ts';

/**
 * Opens an inbox with a new channel of the given kind.
 * @throws AppError `invalid` when the channel's kind refuses its parameters
 */
export function createInbox(
  em: EntityManager,
  account: AccountFacts,
  channel: Channel,
  input: InboxInput & { name: string },
  now: Date,
): Promise<InboxRow> {
  channel.check(input.channel, installationOf(em).allowedNetworks);

  return em.transactional(async (em) => {
    const { id } = await db(em)
      .insertInto('inboxes')
      .values({
        account_id: account.id,
        channel_id: await insertChannel(em, account, channel, input, now),
        name: input.name,
        working_hours: json(changeWeek(usualWeek(), input.workingHours)),
        ...inboxColumns(input),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await touchInboxes(em, account.id, now);

    const inbox = found(await findInbox(em, account.id, id), 'Inbox');
    await recordInboxCreated(em, inbox, account, now);
    return inbox;
  });
}

async function insertChannel(
  em: EntityManager,
  account: AccountFacts,
  channel: Channel,
  input: InboxInput,
  now: Date,
): Promise<number> {
  const state = channel.change(channel.initial, input.channel);
  const { id } = await db(em)
    .insertInto('channels')
    .values({
      account_id: account.id,
      type: channel.type,
      identifier: newToken(),
      settings: json(state.settings),
      webhook_url: state.webhookUrl,
      reply_window_hours: state.replyWindowHours,
      sealed_secrets: newSecrets(em, channel),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
