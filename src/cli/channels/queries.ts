import { type Provider, providerOf } from '../../channels/providers.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { activeInboxes } from '../../records/active-inboxes.ts';

/** An inbox whose messages a provider sends, with how many wait to be sent, and how many could not be. */
export type ChannelRow = {
  inboxId: number;
  accountId: number;
  name: string;
  provider: Provider;
  queued: number;
  failed: number;
};

/** The inboxes of all accounts whose messages a provider sends. */
export async function listChannels(tx: Tx): Promise<ChannelRow[]> {
  const inboxes = await activeInboxes(tx)
    .innerJoin('channels as ch', 'ch.id', 'inboxes.channel_id')
    .select(['inboxes.id', 'inboxes.account_id as accountId', 'inboxes.name', 'ch.type', 'ch.settings'])
    .orderBy('inboxes.id')
    .execute();
  const counts = await tx.db
    .selectFrom('sendings')
    .select(['inbox_id as inboxId', 'status'])
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('status', '!=', 'accepted')
    .groupBy(['inbox_id', 'status'])
    .execute();
  const countOf = (id: number, status: 'queued' | 'failed') =>
    Number(counts.find((row) => row.inboxId === id && row.status === status)?.count ?? 0);
  return inboxes.flatMap(({ id, accountId, name, type, settings }) => {
    const provider = providerOf(type, settings);
    if (provider === null) return [];
    return [{ inboxId: id, accountId, name, provider, queued: countOf(id, 'queued'), failed: countOf(id, 'failed') }];
  });
}

/** What was sent to the provider, or received from it. */
export type Exchange = {
  direction: 'sent' | 'received';
  /** Of the message that was sent, or of what was received. */
  id: number;
  status: string;
  /** Failed attempts; null for what was received. */
  attempts: number | null;
  /** Why it failed or was ignored, or the last attempt failed; null = neither. */
  error: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

/**
 * What the inbox has sent and received, the newest first, at most `most`.
 * @throws AppError `not_found`, "Inbox not found"
 */
export async function listExchanges(tx: Tx, inboxId: number, most: number): Promise<Exchange[]> {
  found(await activeInboxes(tx).select('id').where('id', '=', inboxId).executeTakeFirst(), 'Inbox');
  const sent = await tx.db
    .selectFrom('sendings')
    .select(['message_id as id', 'status', 'attempts_count as attempts', 'last_error as error'])
    .select(['created_at as createdAt', 'ended_at as endedAt'])
    .where('inbox_id', '=', inboxId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const received = await tx.db
    .selectFrom('received_events')
    .select(['id', 'status', 'error', 'created_at as createdAt', 'ended_at as endedAt'])
    .where('inbox_id', '=', inboxId)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
  const all: Exchange[] = [
    ...sent.map((row) => ({ ...row, direction: 'sent' as const })),
    ...received.map((row) => ({ ...row, direction: 'received' as const, attempts: null })),
  ];
  return all.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, most);
}
