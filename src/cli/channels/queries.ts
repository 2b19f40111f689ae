import { type Provider, providerOf } from '../../channels/providers.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { activeInboxes } from '../../records/active-inboxes.ts';

/** An inbox whose messages a provider sends. */
export type ServedInbox = { inboxId: number; accountId: number; name: string; provider: Provider };

/** How many messages wait to be sent in it, and how many could not be. */
export type ChannelRow = ServedInbox & { queued: number; failed: number };

/** The inboxes of all accounts whose messages a provider sends. */
export async function listChannels(tx: Tx): Promise<ChannelRow[]> {
  const inboxes = await selectInboxes(tx).execute();
  const counts = await tx.db
    .selectFrom('sendings')
    .select(['inbox_id as inboxId', 'status'])
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('status', '!=', 'accepted')
    .groupBy(['inbox_id', 'status'])
    .execute();
  const countOf = (id: number, status: 'queued' | 'failed') =>
    Number(counts.find((row) => row.inboxId === id && row.status === status)?.count ?? 0);
  return inboxes.flatMap((inbox) => {
    const served = servedInbox(inbox);
    return served
      ? [{ ...served, queued: countOf(inbox.inboxId, 'queued'), failed: countOf(inbox.inboxId, 'failed') }]
      : [];
  });
}

/** How many inboxes there are in all accounts, of every kind. */
export async function countInboxes(tx: Tx): Promise<number> {
  const { count } = await activeInboxes(tx)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The inboxes of all accounts whose messages a provider sends, without what waits in them. */
export async function listServedInboxes(tx: Tx): Promise<ServedInbox[]> {
  return (await selectInboxes(tx).execute()).flatMap((inbox) => servedInbox(inbox) ?? []);
}

/**
 * The inbox; null = no provider sends its messages.
 * @throws AppError `not_found`, "Inbox not found"
 */
export async function findServedInbox(tx: Tx, inboxId: number): Promise<ServedInbox | null> {
  return servedInbox(found(await selectInboxes(tx).where('inboxes.id', '=', inboxId).executeTakeFirst(), 'Inbox'));
}

function selectInboxes(tx: Tx) {
  return activeInboxes(tx)
    .innerJoin('channels as ch', 'ch.id', 'inboxes.channel_id')
    .select(['inboxes.id as inboxId', 'inboxes.account_id as accountId', 'inboxes.name', 'ch.type', 'ch.settings'])
    .orderBy('inboxes.id');
}

type SelectedInbox = Awaited<ReturnType<ReturnType<typeof selectInboxes>['execute']>>[number];

function servedInbox({ inboxId, accountId, name, type, settings }: SelectedInbox): ServedInbox | null {
  const provider = providerOf(type, settings);
  return provider === null ? null : { inboxId, accountId, name, provider };
}

/** A message sent to the provider, or an event received from it. */
export type Exchange = {
  direction: 'sent' | 'received';
  /** The id of the sent message or received event. */
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
 * The newest exchanges of the inbox, at most `most`, or only failed ones.
 * @throws AppError `not_found`, "Inbox not found"
 */
export async function listExchanges(tx: Tx, inboxId: number, most: number, onlyFailed: boolean): Promise<Exchange[]> {
  await checkInbox(tx, inboxId);
  const sent = await tx.db
    .selectFrom('sendings')
    .select(['message_id as id', 'status', 'attempts_count as attempts', 'last_error as error'])
    .select(['created_at as createdAt', 'ended_at as endedAt'])
    .where('inbox_id', '=', inboxId)
    .$if(onlyFailed, (query) => query.where('status', '=', 'failed'))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const received = await tx.db
    .selectFrom('received_events')
    .select(['id', 'status', 'error', 'created_at as createdAt', 'ended_at as endedAt'])
    .where('inbox_id', '=', inboxId)
    .$if(onlyFailed, (query) => query.where('status', '=', 'failed'))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
  const all: Exchange[] = [
    ...sent.map((row) => ({ ...row, direction: 'sent' as const })),
    ...received.map((row) => ({ ...row, direction: 'received' as const, attempts: null })),
  ];
  return all.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, most);
}

/** @throws AppError `not_found`, "Inbox not found" */
export async function checkInbox(tx: Tx, inboxId: number): Promise<void> {
  found(await activeInboxes(tx).select('id').where('id', '=', inboxId).executeTakeFirst(), 'Inbox');
}
