import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { newToken } from '../../secrets.ts';

/**
 * A person to make a user of; `passwordHash` null = they choose a password themselves, `isProved` = somebody who is trusted
 * says that the address is theirs.
 */
export type NewUser = { name: string; email: string; isProved: boolean; passwordHash: string | null };

export type EnsuredUser = { user: { id: number; name: string; email: string }; isNewUser: boolean };

/**
 * The user with this e-mail address, ignoring its case: an existing one, with their own name and password, or a new
 * one.
 */
export async function ensureUser(tx: Tx, input: NewUser, now: Date): Promise<EnsuredUser> {
  const email = input.email.toLowerCase();
  const created = await tx.db
    .insertInto('users')
    .values({
      name: input.name,
      email,
      email_proved_at: input.isProved ? now : null,
      password_hash: input.passwordHash,
      pubsub_secret: newToken(),
      ui_settings: json({}),
      custom_attributes: json({}),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'name', 'email'])
    .executeTakeFirst();
  if (created) return { user: created, isNewUser: true };

  const known = tx.db.selectFrom('users').select(['id', 'name', 'email']).where('email', '=', email);
  return { user: await known.executeTakeFirstOrThrow(), isNewUser: false };
}
