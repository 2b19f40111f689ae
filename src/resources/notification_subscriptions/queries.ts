import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { SubscriptionType } from '../../entities/notification-subscription.ts';

export type SubscriptionRow = {
  id: number;
  userId: number;
  type: SubscriptionType;
  attributes: Attributes;
  createdAt: Date;
  updatedAt: Date;
};

/** The subscription with this id; null when there is none. */
export async function findSubscription(tx: Tx, id: number): Promise<SubscriptionRow | null> {
  const row = await tx.db
    .selectFrom('notification_subscriptions')
    .select([
      'id',
      'user_id as userId',
      'subscription_type as type',
      'sealed_attributes as sealed',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { sealed, ...rest } = row;
  return { ...rest, attributes: JSON.parse(tx.installation.vault.open(sealed)) as Attributes };
}

/** The subscription with this id, which must exist. */
export async function readSubscription(tx: Tx, id: number): Promise<SubscriptionRow> {
  const subscription = await findSubscription(tx, id);
  if (!subscription) throw new Error(`there is no subscription ${id}`);
  return subscription;
}
