import { installationOf } from '../db/installation.ts';
import type { EntityManager } from '../db/orm.ts';
import type { Channel, Secrets } from './channel.ts';

/** The generated secrets of a new channel. */
export function newSecrets(channel: Channel): Secrets {
  return Object.fromEntries(Object.entries(channel.newSecrets).map(([name, make]) => [name, make()]));
}

/** The secrets, encrypted for storage; null = there are none. */
export function sealSecrets(em: EntityManager, secrets: Secrets): string {
  return installationOf(em).vault.seal(JSON.stringify(secrets));
}

/** Decrypts what `sealSecrets` returned. */
export function openSecrets(em: EntityManager, sealed: string | null): Secrets {
  return sealed === null ? {} : (JSON.parse(installationOf(em).vault.open(sealed)) as Secrets);
}
