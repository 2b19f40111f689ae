import { findChannel } from '../../channels/find-channel.ts';
import { json } from '../../db/dialect.ts';
import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { found } from '../../errors.ts';
import type { AccountFacts, ChannelFacts } from '../../events/facts.ts';
import { recordInboxUpdated } from '../../events/record-inbox.ts';
import type { InboxInput } from './inbox-input.ts';
import { findInbox, type InboxRow, lockInbox } from './queries.ts';
import { changeWeek } from './working-hours.ts';
import { inboxColumns, touchInboxes } from './write-inbox.ts';

/**
 * Changes an inbox and its channel; what `input` leaves out stays.
 * @throws AppError `invalid` when the channel's kind refuses its parameters, `not_found` when the inbox is gone
 */
export function updateInbox(
  em: EntityManager,
  account: AccountFacts,
  id: number,
  input: InboxInput,
  now: Date,
): Promise<InboxRow> {
  return em.transactional(async (em) => {
    await lockInbox(em, id);
    await touchInboxes(em, account.id, now);
    const before = found(await findInbox(em, account.id, id), 'Inbox');
    await db(em)
      .updateTable('inboxes')
      .set({
        name: input.name,
        working_hours: json(changeWeek(before.workingHours, input.workingHours)),
        ...inboxColumns(input),
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
    if (Object.keys(input.channel).length > 0) await changeChannel(em, before.channel, input, now);

    const after = found(await findInbox(em, account.id, id), 'Inbox');
    await recordInboxUpdated(em, before, after, account, now);
    return after;
  });
}

async function changeChannel(em: EntityManager, before: ChannelFacts, input: InboxInput, now: Date): Promise<void> {
  const channel = findChannel(before.type);
  channel.check(input.channel, installationOf(em).allowedNetworks);
  const after = channel.change(before, input.channel);
  await db(em)
    .updateTable('channels')
    .set({
      settings: json(after.settings),
      webhook_url: after.webhookUrl,
      reply_window_hours: after.replyWindowHours,
      updated_at: now,
    })
    .where('id', '=', before.id)
    .execute();
}
