import type { Tx } from '../../db/tx.ts';

/** The key pair of the installation for push messages (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/** There is one row. */
const ID = 1;

/** The installation's keys, which are made at the first call and kept from then on. */
export async function ensurePushKeys(tx: Tx, now: Date): Promise<PushKeys> {
  const kept = await findPushKeys(tx);
  if (kept) return kept;
  const { generateVAPIDKeys } = (await import('web-push')).default;
  const { publicKey, privateKey } = generateVAPIDKeys();
  await tx.db
    .insertInto('push_keys')
    .values({
      id: ID,
      public_key: publicKey,
      sealed_private_key: tx.installation.vault.seal(privateKey),
      created_at: now,
    })
    // Another process may have been quicker.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await findPushKeys(tx)) ?? { publicKey, privateKey };
}

async function findPushKeys(tx: Tx): Promise<PushKeys | null> {
  const row = await tx.db
    .selectFrom('push_keys')
    .select(['public_key as publicKey', 'sealed_private_key as sealed'])
    .where('id', '=', ID)
    .executeTakeFirst();
  return row ? { publicKey: row.publicKey, privateKey: tx.installation.vault.open(row.sealed) } : null;
}
