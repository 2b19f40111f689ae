import type { Tx } from '../../../db/tx.ts';
import type { Dialect } from '../../../dialect.ts';
import type { ReceiverType } from '../../../entities/delivery.ts';

/**
 * The address of a receiver, the secrets that sign what is sent there, the newest first (none = unsigned), and the
 * dialect of what is sent.
 */
export type Receiver = { url: string; secrets: readonly string[]; dialect: Dialect };

/**
 * The receiver in its state at `now`; null when it was deleted, is disabled or has no address.
 * @throws Error when its secret is damaged, or was encrypted with another key
 */
export async function findReceiver(tx: Tx, type: ReceiverType, id: number, now: Date): Promise<Receiver | null> {
  const row = await lookUp[type](tx, id);
  if (!row?.url) return null;
  return {
    url: row.url,
    secrets: [row.sealed, previousAt(row, now)].flatMap((sealed) => secretIn(tx, sealed) ?? []),
    dialect: row.dialect ?? tx.installation.dialect,
  };
}

type Row = {
  url: string | null;
  sealed: string | null;
  previousSealed?: string | null;
  previousUntil?: Date | null;
  dialect?: Dialect | null;
};

const lookUp: Record<ReceiverType, (tx: Tx, id: number) => Promise<Row | undefined>> = {
  Webhook: (tx, id) =>
    tx.db
      .selectFrom('webhooks')
      .select([
        'url',
        'sealed_secret as sealed',
        'previous_sealed_secret as previousSealed',
        'previous_secret_until as previousUntil',
        'dialect',
      ])
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .executeTakeFirst(),
  Inbox: (tx, id) =>
    tx.db
      .selectFrom('inboxes as i')
      .innerJoin('channels as c', 'c.id', 'i.channel_id')
      .select(['c.webhook_url as url', 'c.sealed_secrets as sealed'])
      .where('i.id', '=', id)
      .executeTakeFirst(),
  AgentBot: (tx, id) =>
    tx.db
      .selectFrom('agent_bots')
      .select(['outgoing_url as url', 'sealed_secret as sealed'])
      .where('id', '=', id)
      .executeTakeFirst(),
};

/** The secret before the present one, if it still signs at `now`; null otherwise. */
function previousAt({ previousSealed, previousUntil }: Row, now: Date): string | null {
  return previousSealed && previousUntil && previousUntil > now ? previousSealed : null;
}

/** A channel seals its secrets as an object; other receivers seal a single text. */
function secretIn(tx: Tx, sealed: string | null): string | null {
  if (sealed === null) return null;
  const opened = tx.installation.vault.open(sealed);
  return opened.startsWith('{') ? ((JSON.parse(opened) as { secret?: string }).secret ?? null) : opened;
}
