import type { Tx } from '../../db/tx.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Placeholders } from '../../db/prepared.ts';
import { value } from '../../events/plan-deliveries.ts';
import { recipientRows } from './insert-notifications.ts';

export type JobValues = {
  accountId: number;
  /** JSON of rows as `recipientRows` reads them. */
  recipients: string;
  now: Date;
  /** When mails are due. */
  mailAt: Date;
};

/** The job subject of mails about notification `n`: a new mail takes the place of a waiting mail. */
const subject = sql`'notification:' || n.id`;

/**
 * The statement that queues the mails of notifications, and a push message for each browser; `written` has their `id`,
 * `user_id` and `version`.
 */
export function insertJobs(
  db: Pick<Db, 'insertInto'>,
  values: Placeholders<JobValues>,
  written: RawBuilder<unknown>,
  tx: Tx,
) {
  const object = sql.raw(tx.isPostgres ? 'jsonb_build_object' : 'json_object');
  const payload = (more: RawBuilder<unknown>) => sql`${object}('notification_id', n.id, 'version', n.version${more})`;
  const accountId = value(tx, values.accountId, 'int');
  const now = value(tx, values.now, 'timestamptz');
  const recipients = recipientRows(tx, values.recipients);
  return db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'account_id', 'payload', 'due_at', 'created_at'])
    .expression(
      sql`select 'send_push', null, ${accountId}, ${payload(sql`, 'subscription_id', s.id`)}, ${now}, ${now}
        from ${written} as n join ${recipients} as r on r.user_id = n.user_id
        join notification_subscriptions as s on s.user_id = n.user_id and s.subscription_type = 'browser_push'
        where r.wants_push
        union all
        select 'notification_mail', ${subject}, ${accountId}, ${payload(sql``)}, ${value(tx, values.mailAt, 'timestamptz')}, ${now}
        from ${written} as n join ${recipients} as r on r.user_id = n.user_id
        where r.wants_mail and not exists (select 1 from jobs j where j.subject = ${subject}
          and j.kind = 'notification_mail' and j.status = 'pending' and j.leased_by is null)`,
    );
}
