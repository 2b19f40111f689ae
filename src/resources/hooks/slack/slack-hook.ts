import { json } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { lockAccount } from '../../../records/access/lock-account.ts';
import { storableReason } from '../../../fields/storable.ts';
import { findEnabledHook, type HookRow } from '../queries.ts';

/** The hook of an account that is in Slack, and the channel that its messages go to. */
export type SlackHook = { hook: HookRow; channelId: string };

/** Null = the account is not in Slack, has chosen no channel there, or has switched it off. */
export async function findSlackHook(tx: Tx, accountId: number): Promise<SlackHook | null> {
  const hook = await findEnabledHook(tx, accountId, 'slack');
  const channelId = hook?.settings['channel_id'];
  return hook && typeof channelId === 'string' ? { hook, channelId } : null;
}

/** Has messages of the account go to the channel from now on: in threads of their own, where it is another than before. */
export function chooseSlackChannel(
  tx: Tx,
  { id, accountId, settings }: HookRow,
  channel: { id: string; name: string },
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockAccount(tx, accountId);
    const isOther = settings['channel_id'] !== channel.id;
    if (isOther) await tx.db.deleteFrom('slack_threads').where('hook_id', '=', id).execute();
    await setSlack(tx, id, { enabled: true, settings: { channel_id: channel.id, channel_name: channel.name } }, now);
    await noteInSlack(tx, accountId);
  });
}

/** Switches the hook off because Slack no longer takes messages in the channel, and says why. */
export function loseSlackChannel(
  tx: Tx,
  { id, accountId, settings }: HookRow,
  reason: string,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockAccount(tx, accountId);
    const current = await findSlackHook(tx, accountId);
    // Somebody has chosen another channel meanwhile, or has switched it off.
    if (current?.hook.settings['channel_id'] !== settings['channel_id']) return;
    const problem = storableReason(reason);
    await setSlack(tx, id, { enabled: false, settings: { ...settings, problem } }, now);
    await noteInSlack(tx, accountId);
  });
}

/**
 * Notes in the account whether its messages go to Slack, where they have not: from now on. To be called after its hook or its
 * status was changed, with the account locked. Returns whether they do.
 */
export async function noteInSlack(tx: Tx, accountId: number): Promise<boolean> {
  const account = tx.db.selectFrom('accounts').select('status').where('id', '=', accountId);
  const { status } = await account.executeTakeFirstOrThrow();
  const slack = status === 'active' ? await findSlackHook(tx, accountId) : null;
  const tells = slack !== null;
  const changed = await tx.db
    .updateTable('accounts')
    .set({ tells_slack: tells })
    .where('id', '=', accountId)
    .where('tells_slack', '!=', tells)
    .executeTakeFirst();
  if (slack && Number(changed.numUpdatedRows) > 0) await goOnFromNow(tx, slack.hook.id);
  return tells;
}

/** Has Slack be told of the messages that are added from now on, and of none from before. */
export async function goOnFromNow(tx: Tx, hookId: number): Promise<void> {
  await tx.db
    .updateTable('hooks')
    .set((eb) => ({ after_message_id: eb.selectFrom('messages').select(({ fn }) => fn.max('id').as('id')) }))
    .where('id', '=', hookId)
    .execute();
}

async function setSlack(
  tx: Tx,
  id: number,
  changes: { enabled: boolean; settings: Attributes },
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('hooks')
    .set({ enabled: changes.enabled, settings: json(changes.settings), updated_at: now })
    .where('id', '=', id)
    .execute();
}
