import { db, type EntityManager } from './orm.ts';

/** Any secret that the vault has sealed, for testing a key; null when there is none. */
export async function findSealedSecret(em: EntityManager): Promise<string | null> {
  const webhook = await db(em).selectFrom('webhooks').select('sealed_secret as sealed').limit(1).executeTakeFirst();
  const channel = await db(em)
    .selectFrom('channels')
    .select('sealed_secrets as sealed')
    .where('sealed_secrets', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  const bot = await db(em)
    .selectFrom('agent_bots')
    .select('sealed_secret as sealed')
    .where('sealed_secret', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return webhook?.sealed ?? channel?.sealed ?? bot?.sealed ?? null;
}
