import type { Tx } from '../../db/tx.ts';
import { type Expression, sql } from 'kysely';
import { EVENTS_CHANNEL } from '../../bus/listen-to-postgres.ts';
import { prepared } from '../../db/prepared.ts';
import type { NotificationType } from '../../entities/notification.ts';
import { MOST_NOTIFICATIONS, tellNotifications } from '../../events/tell.ts';
import { value } from '../../events/plan-deliveries.ts';
import { MINUTE } from '../../time.ts';
import { insertNotifications, type NotificationValues } from './insert-notifications.ts';
import { insertJobs, type JobValues } from './insert-jobs.ts';

/** A member who is notified. */
export type Recipient = { userId: number; type: NotificationType; wantsMail: boolean; wantsPush: boolean };

/** The conversation that they are notified of, and the message or the user that is the reason; null = neither. */
export type Occasion = {
  conversation: { id: number; account: { id: number } };
  secondaryActor: { type: 'Message' | 'User'; id: number } | null;
};

/** How long a mail waits: it is not needed when the member has read the notification by then. */
const MAIL_WAITS_MS = 2 * MINUTE;

/**
 * Writes a notification for each recipient, replacing their present one about the locked conversation, tells them, and queues
 * the mails and push messages that they want; on PostgreSQL in a single statement that is not waited for. A waiting mail
 * covers this notification too, so that members get no second mail.
 */
export async function writeNotifications(
  tx: Tx,
  recipients: readonly Recipient[],
  occasion: Occasion,
  now: Date,
): Promise<void> {
  for (let from = 0; from < recipients.length; from += MOST_NOTIFICATIONS) {
    await writeSome(tx, recipients.slice(from, from + MOST_NOTIFICATIONS), occasion, now);
  }
}

async function writeSome(
  tx: Tx,
  recipients: readonly Recipient[],
  { conversation, secondaryActor }: Occasion,
  now: Date,
): Promise<void> {
  const values = {
    accountId: conversation.account.id,
    conversationId: conversation.id,
    secondaryActorType: secondaryActor?.type ?? null,
    secondaryActorId: secondaryActor?.id ?? null,
    recipients: JSON.stringify(recipients.map(rowOf)),
    now,
    mailAt: new Date(now.getTime() + MAIL_WAITS_MS),
    performerId: tx.performerId,
  };
  if (tx.isPostgres) return tx.sent(writeAtOnce(tx, values));
  const written = await insertOnly(tx, values);
  await tellNotifications(tx, values.accountId, 'created', written);
  const hasJobs = recipients.some(({ wantsMail, wantsPush }) => wantsMail || wantsPush);
  if (hasJobs) await jobsOf(tx, { ...values, written: JSON.stringify(written) });
}

const rowOf = ({ userId, type, wantsMail, wantsPush }: Recipient) => ({
  user_id: userId,
  type,
  wants_mail: wantsMail,
  wants_push: wantsPush,
});

/** A notification as it was written. */
type Written = { id: number; userId: number; version: number };

const insertOnly = prepared<NotificationValues, void, Written>((db, values, _, tx) =>
  insertNotifications(db, values, tx).returning(['id', 'user_id as userId', 'version']),
);

const jobsOf = prepared<JobValues & { written: string }, void, unknown>((db, values, _, tx) => {
  const read = (key: string) => sql`value ->> ${sql.lit(key)}`;
  const written = sql`(select ${read('id')} as id, ${read('userId')} as user_id, ${read('version')} as version
    from json_each(${values.written}))`;
  return insertJobs(db, values, written, tx);
});

/** As `tellNotifications` tells it. */
const told = (accountId: Expression<number>, performerId: Expression<number | null>) =>
  sql`json_build_object('is', 'notifications', 'accountId', ${accountId}, 'performerId', ${performerId},
    'what', 'created', 'notifications', json_agg(json_build_array(user_id, id) order by user_id))::text`;

type AtOnce = NotificationValues & JobValues & { performerId: number | null };

const writeAtOnce = prepared<AtOnce, void, unknown>((db, values, _, tx) => {
  const text = told(value(tx, values.accountId, 'int'), value(tx, values.performerId, 'int'));
  return db
    .with('written', () => insertNotifications(db, values, tx).returning(['id', 'user_id', 'version']))
    .with('queued', () => insertJobs(db, values, sql`written`, tx))
    .selectFrom('written')
    .select(sql`pg_notify(${sql.lit(EVENTS_CHANNEL)}, ${text})`.as('told'))
    .having(sql<boolean>`count(*) > 0`);
});
