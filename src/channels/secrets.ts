import { installationOf } from '../db/installation.ts';
import type { EntityManager } from '../db/orm.ts';
import type { Channel, Secrets } from './channel.ts';

/** New secrets for a channel of this kind, sealed as they are stored. */
export function newSecrets(em: EntityManager, channel: Channel): string {
  const secrets = Object.entries(channel.secrets).map(([name, make]) => [name, make()]);
  return installationOf(em).vault.seal(JSON.stringify(Object.fromEntries(secrets)));
}

/** What `newSecrets` sealed. */
export function openSecrets(em: EntityManager, sealed: string | null): Secrets {
  return sealed === null ? {} : (JSON.parse(installationOf(em).vault.open(sealed)) as Secrets);
}
