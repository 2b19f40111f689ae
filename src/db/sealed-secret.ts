import type { Tx } from './tx.ts';

/** Any secret that the vault has sealed, for testing a key; null when there is none. */
export async function findSealedSecret(tx: Tx): Promise<string | null> {
  const webhook = await tx.db.selectFrom('webhooks').select('sealed_secret as sealed').limit(1).executeTakeFirst();
  const channel = await tx.db
    .selectFrom('channels')
    .select('sealed_secrets as sealed')
    .where('sealed_secrets', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  const bot = await tx.db
    .selectFrom('agent_bots')
    .select('sealed_secret as sealed')
    .where('sealed_secret', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  const authorization = await tx.db
    .selectFrom('authorizations')
    .limit(1)
    .select('sealed_tokens as sealed')
    .executeTakeFirst();
  const hook = await tx.db
    .selectFrom('hooks')
    .select('sealed_settings as sealed')
    .where('sealed_settings', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  const authenticator = await tx.db
    .selectFrom('authenticators')
    .limit(1)
    .select('sealed_secret as sealed')
    .executeTakeFirst();
  const pushKey = await tx.db.selectFrom('push_keys').select('sealed_private_key as sealed').executeTakeFirst();
  const found = [webhook, channel, bot, authorization, hook, authenticator, pushKey];
  return found.find((row) => row?.sealed)?.sealed ?? null;
}
