import type { Tx } from '../../../db/tx.ts';
import type { Dialect } from '../../../dialect.ts';
import type { ReceiverType } from '../../../entities/delivery.ts';

/**
 * The address of a receiver, the secret that signs what is sent there (null = unsigned), and the dialect of what is sent.
 */
export type Receiver = { url: string; secret: string | null; dialect: Dialect };

/**
 * The receiver in its present state; null when it was deleted, is disabled or has no address.
 * @throws Error when its secret is damaged, or was encrypted with another key
 */
export async function findReceiver(tx: Tx, type: ReceiverType, id: number): Promise<Receiver | null> {
  const row = await lookUp[type](tx, id);
  if (!row?.url) return null;
  return {
    url: row.url,
    secret: row.sealed === null ? null : secretIn(tx.installation.vault.open(row.sealed)),
    dialect: row.dialect ?? tx.installation.dialect,
  };
}

type Row = { url: string | null; sealed: string | null; dialect?: Dialect | null } | undefined;

const lookUp: Record<ReceiverType, (tx: Tx, id: number) => Promise<Row>> = {
  Webhook: (tx, id) =>
    tx.db
      .selectFrom('webhooks')
      .select(['url', 'sealed_secret as sealed', 'dialect'])
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

/** A channel encrypts several secrets as one object, the others encrypt a single one. */
function secretIn(opened: string): string | null {
  return opened.startsWith('{') ? ((JSON.parse(opened) as { secret?: string }).secret ?? null) : opened;
}
