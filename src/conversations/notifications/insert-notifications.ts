import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { jsonRows } from '../../db/dialect.ts';
import type { Placeholder, Placeholders } from '../../db/prepared.ts';
import type { NotificationType } from '../../entities/notification.ts';
import { value } from '../../events/plan-deliveries.ts';

export type NotificationValues = {
  accountId: number;
  conversationId: number;
  secondaryActorType: 'Message' | 'User' | null;
  secondaryActorId: number | null;
  /** JSON of rows as `recipientRows` reads them. */
  recipients: string;
  now: Date;
};

type RecipientRow = { user_id: number; type: NotificationType; wants_mail: boolean; wants_push: boolean };

/** The recipients as a table. */
export const recipientRows = (tx: Tx, recipients: Placeholder<string>) =>
  jsonRows<RecipientRow>(tx, recipients, {
    user_id: 'int',
    type: 'text',
    wants_mail: 'boolean',
    wants_push: 'boolean',
  });

/**
 * The statement that writes notifications about a conversation. It skips users who are no longer members, and on PostgreSQL
 * prevents the removal of the others until the end of the transaction.
 */
export function insertNotifications(db: Db, values: Placeholders<NotificationValues>, tx: Tx) {
  const now = value<Date>(tx, values.now, 'timestamptz');
  const rows = db
    .selectFrom(recipientRows(tx, values.recipients).as('r'))
    .innerJoin('account_users as a', 'a.user_id', 'r.user_id')
    .where('a.account_id', '=', values.accountId)
    // Ordered, so that concurrent transactions do not deadlock.
    .orderBy('r.user_id')
    .select([
      'a.account_id',
      'a.user_id',
      value<number>(tx, values.conversationId, 'int').as('conversation_id'),
      'r.type',
      value<'Message' | 'User' | null>(tx, values.secondaryActorType, 'text').as('secondary_actor_type'),
      value<number | null>(tx, values.secondaryActorId, 'int').as('secondary_actor_id'),
      now.as('last_activity_at'),
      now.as('created_at'),
      now.as('updated_at'),
    ]);
  return db
    .insertInto('notifications')
    .columns([
      'account_id',
      'user_id',
      'conversation_id',
      'type',
      'secondary_actor_type',
      'secondary_actor_id',
      'last_activity_at',
      'created_at',
      'updated_at',
    ])
    .expression(tx.isPostgres ? rows.forKeyShare('a') : rows)
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'user_id']).doUpdateSet((eb) => ({
        type: eb.ref('excluded.type'),
        secondary_actor_type: eb.ref('excluded.secondary_actor_type'),
        secondary_actor_id: eb.ref('excluded.secondary_actor_id'),
        version: sql<number>`notifications.version + 1`,
        read_at: null,
        snoozed_until: null,
        last_snoozed_at: null,
        last_activity_at: eb.ref('excluded.last_activity_at'),
        created_at: eb.ref('excluded.created_at'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    );
}
