import type { Tx } from '../db/tx.ts';
import type { Channel, Secrets } from './channel.ts';

/** The generated secrets of a new channel. */
export function newSecrets(channel: Channel): Secrets {
  return Object.fromEntries(Object.entries(channel.newSecrets).map(([name, make]) => [name, make()]));
}

/** The secrets, encrypted for storage. */
export function sealSecrets(tx: Tx, secrets: Secrets): string {
  return tx.installation.vault.seal(JSON.stringify(secrets));
}

/** Decrypts what `sealSecrets` returned; for null, there are no secrets. */
export function openSecrets(tx: Tx, sealed: string | null): Secrets {
  return sealed === null ? {} : (JSON.parse(tx.installation.vault.open(sealed)) as Secrets);
}
