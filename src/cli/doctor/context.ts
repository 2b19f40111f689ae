import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { readSecretKey } from '../../config/own-secret-key.ts';
import { type Installation, UNLIMITED } from '../../db/installation.ts';
import type { Orm } from '../../db/orm.ts';
import type { Log } from '../../log.ts';
import { NotChecked } from '../../checks.ts';

/** What the checks need. Checking creates no file, key or database. */
export type DoctorContext = {
  config: Config;
  log: Log;
  /** The time of the checks. */
  now: Date;
  installation: Installation;
  /**
   * The database, opened at the first call.
   * @throws NotChecked when there is no SQLite file yet; Error when it cannot be opened
   */
  orm(): Promise<Orm>;
  /** The database, if its schema is current. @throws NotChecked when it is not, or cannot be read */
  currentOrm(): Promise<Orm>;
  /** Closes the database, if it was opened. Never throws. */
  close(): Promise<void>;
};

/** What the checks need, for the caller to close. The secret key is the one in use, or empty when there is none. */
export async function openDoctorContext(config: Config, log: Log, now: Date): Promise<DoctorContext> {
  const { openVault } = await import('../../db/vault.ts');
  const { publicUrlOf } = await import('../../app.ts');
  const installation: Installation = {
    publicUrl: publicUrlOf(config, config.server.port),
    vault: openVault(secretKeyOf(config)),
    dialect: config.api.dialect,
    allowedNetworks: config.webhooks.allowed_networks,
    allowsHttp: config.webhooks.allow_http,
    mail: { canSend: config.mail.smtp_url !== '', inboundDomain: config.mail.inbound_domain, from: '' },
    limits: { ...config.limits, messagesPerMinute: config.limits.messages_per_minute },
    signInsPerHalfHour: config.rate_limit.sign_ins_per_half_hour,
    space: UNLIMITED,
  };
  let opened: Promise<Orm> | undefined;
  const orm = () => (opened ??= openDatabase(config, installation));

  return {
    config,
    log,
    now,
    installation,
    orm,
    async currentOrm() {
      const { migrationState } = await import('../../db/migrate.ts');
      const state = await orm().then(migrationState).catch(cannotBeRead);
      if (state.applied.length + state.unknown.length === 0) throw new NotChecked('the database is empty');
      if (state.pending.length + state.unknown.length > 0) throw new NotChecked('the schema is another version’s');
      return orm();
    },
    async close() {
      await opened?.then((orm) => orm.close(true)).catch(() => {});
    },
  };
}

/** The advice where there is no installation yet. */
export const BEGIN = 'begin an installation with "parley create-account", or with "parley demo" one to look at';

/** @throws NotChecked always: the one of `error`, or that the database cannot be read */
export function cannotBeRead(error: unknown): never {
  throw error instanceof NotChecked ? error : new NotChecked('the database cannot be read');
}

/** SQLite's file, which is in the data directory; null = the database is PostgreSQL. */
export function sqliteFileOf(config: Config): string | null {
  return config.database.url ? null : join(config.data_dir, 'parley.db');
}

async function openDatabase(config: Config, installation: Installation): Promise<Orm> {
  const file = sqliteFileOf(config);
  if (file !== null && !existsSync(file)) throw new NotChecked(`there is no database ${file} yet`);
  const { databaseOf } = await import('../../app.ts');
  const { openOrm } = await import('../../db/orm.ts');
  return openOrm(databaseOf(config), installation);
}

/** The secret key in use; empty when there is none yet, or it cannot be read. */
function secretKeyOf(config: Config): string {
  if (config.secret_key) return config.secret_key;
  try {
    return readSecretKey(config.data_dir) ?? '';
  } catch {
    return '';
  }
}
