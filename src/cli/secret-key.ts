import type { Tx } from '../db/tx.ts';
import type { App } from '../app.ts';
import { Failure } from './failure.ts';

/**
 * Checks at the start that the secrets in the database can be opened, instead of at the first delivery.
 * @throws Failure when they were sealed with another key
 */
export async function checkSecretKey(
  tx: Tx,
  { config, installation }: Pick<App, 'config' | 'installation'>,
): Promise<void> {
  const { findSealedSecret } = await import('../db/sealed-secret.ts');
  const sealed = await findSealedSecret(tx);
  if (sealed === null) return;
  try {
    installation.vault.open(sealed);
  } catch (error) {
    throw new Failure(
      `the secrets in the database were sealed with another key: put the former one back, in ${config.data_dir}/secret_key or PARLEY_SECRET_KEY`,
      { cause: error },
    );
  }
}
