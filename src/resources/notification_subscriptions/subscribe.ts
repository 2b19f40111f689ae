import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { SubscriptionType } from '../../entities/notification-subscription.ts';
import { invalidField } from '../../errors.ts';
import { digest } from '../../secrets.ts';
import { browserOf } from './browser-of.ts';
import { readSubscription, type SubscriptionRow } from './queries.ts';

export type NewSubscription = { type: SubscriptionType; attributes: Attributes };

/** Browsers and devices of one user; with a further one, the one that was not heard of for longest is forgotten. */
const MOST = 50;
/** Characters of a device's id or push token. */
const TOKEN_LENGTH = 4096;

/**
 * Subscribes a browser or device of the user to push messages. A known device changes to this user, who has signed in
 * there.
 * @throws AppError `invalid` as `browserOf` does, and for a device without an id
 */
export function subscribe(
  tx: Tx,
  userId: number,
  { type, attributes }: NewSubscription,
  now: Date,
): Promise<SubscriptionRow> {
  const identifier =
    type === 'fcm' ? deviceOf(attributes) : browserOf(attributes, tx.installation.allowedNetworks).endpoint;
  const pushToken = tokenIn(attributes, 'push_token');
  return inTransaction(tx, async (tx) => {
    const values = {
      user_id: userId,
      subscription_type: type,
      push_token_digest: pushToken === null ? null : digest(pushToken),
      sealed_attributes: tx.installation.vault.seal(JSON.stringify(attributes)),
      updated_at: now,
    };
    const { id } = await tx.db
      .insertInto('notification_subscriptions')
      .values({ ...values, identifier_digest: digest(identifier), created_at: now })
      .onConflict((conflict) => conflict.column('identifier_digest').doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow();
    await forgetOthers(tx, userId);
    return readSubscription(tx, id);
  });
}

function deviceOf(attributes: Attributes): string {
  const id = tokenIn(attributes, 'device_id') ?? tokenIn(attributes, 'push_token');
  if (id === null) throw invalidField('subscription_attributes', 'must have a device_id');
  return id;
}

/** The text of this name; null = there is none. @throws AppError `invalid` when it is too long */
function tokenIn(attributes: Attributes, name: 'device_id' | 'push_token'): string | null {
  const value = attributes[name];
  if (typeof value !== 'string' || value === '') return null;
  if (value.length <= TOKEN_LENGTH) return value;
  throw invalidField('subscription_attributes', `has a ${name} of more than ${TOKEN_LENGTH} characters`);
}

async function forgetOthers(tx: Tx, userId: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('notification_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const others = rows.slice(MOST).map(({ id }) => id);
  if (others.length > 0) await tx.db.deleteFrom('notification_subscriptions').where('id', 'in', others).execute();
}
