import type { EntityManager } from '@mikro-orm/sql';
import type { Vault } from './vault.ts';

/** What commands need to know of the installation that the database belongs to. */
export type Installation = {
  /** Where clients reach this server, without a slash at the end; links to files start with it. */
  publicUrl: string;
  vault: Vault;
  /** Networks (CIDRs) that user-given addresses may lie in although they are not public. */
  allowedNetworks: readonly string[];
  /**
   * The most inboxes and agents of an account whose plan does not say, and messages of a conversation within a minute;
   * 0 = no limit.
   */
  limits: { inboxes: number; agents: number; messagesPerMinute: number };
};

const installations = new WeakMap<object, Installation>();

/** Ties `installation` to a database: every EntityManager of it finds it. Called once, by openOrm. */
export function setInstallation(em: EntityManager, installation: Installation): void {
  installations.set(em.config, installation);
}

/** The installation whose database `em` writes. */
export function installationOf(em: EntityManager): Installation {
  const installation = installations.get(em.config);
  if (!installation) throw new Error('this EntityManager was not made by openOrm');
  return installation;
}
