import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Got } from 'got';
import { type Bus, openBus } from './bus/bus.ts';
import type { Config } from './config.ts';
import { type Counts, openCounts } from './counts/counts.ts';
import { ownSecretKey } from './config/own-secret-key.ts';
import { senderAddress } from './mail/sender-address.ts';
import type { BusyTime } from './db/busy-time.ts';
import { FaultWatch } from './db/watch/fault-watch.ts';
import type { Installation } from './db/installation.ts';
import type { Look } from './db/kept/look.ts';
import { type DatabaseSettings, openOrm, type Orm } from './db/orm.ts';
import { sqliteBinding } from './db/drivers/sqlite-binding.ts';
import { Standing } from './db/watch/standing.ts';
import { openTx, type Tx } from './db/tx.ts';
import { openVault } from './db/vault.ts';
import { type Log, openLog, statementLog } from './log.ts';
import { type Mailer, openMailer } from './mail/mailer.ts';
import { openHttp } from './outbound.ts';
import { openSpace } from './storage/space.ts';

/** Everything that is opened once and passed down. */
export type App = {
  config: Config;
  log: Log;
  bus: Bus;
  orm: Orm;
  /** The database, outside of any transaction; `look` as `openTx` takes it. */
  tx(look?: Look): Tx;
  /** Which faults of the database have occurred lately. */
  faults: FaultWatch;
  /** Whether the database may still be written. */
  standing: Standing;
  /** How long connections to the database have been in use. */
  busy: BusyTime;
  /** What has happened since the start. */
  counts: Counts;
  /** The HTTP client for URLs that users give; it cannot reach private addresses. */
  http(): Promise<Got>;
  /** The same for receivers of events, which may do without TLS where the settings allow that. */
  receivers(): Promise<Got>;
  /** The same for custom domains, of which `help_centre.name_servers` are asked. */
  domains(): Promise<Got>;
  mailer: Mailer;
  installation: Installation;
  /** The digest of the token with which a browser may make the first account; null = none is good. */
  setup: { digest: string | null };
  /** The time. Read once at the beginning of a request or job, and passed on. */
  now(): Date;
  close(): Promise<void>;
};

/**
 * Opens what `config` names, without migrating the database; `overrides` replace single parts, for tests.
 * @throws Error when the data directory or the SQLite file cannot be used; a PostgreSQL server is not asked yet
 */
export async function openApp(
  config: Config,
  overrides: Partial<Pick<App, 'log' | 'now'>> & { databaseWaitMs?: number | undefined; databaseSyncs?: boolean } = {},
): Promise<App> {
  mkdirSync(config.data_dir, { recursive: true, mode: 0o700 });
  const log = overrides.log ?? openLog(config);
  const outbound = openHttp(config);
  const mailer = openMailer(config, log);
  const bus = openBus();
  const installation: Installation = {
    publicUrl: publicUrlOf(config, config.server.port),
    vault: openVault(config.secret_key || ownSecretKey(config.data_dir)),
    dialect: config.api.dialect,
    allowedNetworks: config.webhooks.allowed_networks,
    allowsHttp: config.webhooks.allow_http,
    mail: {
      canSend: config.mail.smtp_url !== '',
      inboundDomain: config.mail.inbound_domain,
      from: senderAddress(config.mail.from)?.toLowerCase() ?? '',
    },
    limits: { ...config.limits, messagesPerMinute: config.limits.messages_per_minute },
    signInsPerHalfHour: config.rate_limit.sign_ins_per_half_hour,
    space: openSpace(config, () => openTx(orm)),
  };
  const faults = new FaultWatch();
  const busy: BusyTime = { ms: 0 };
  const counts = openCounts();
  const orm: Orm = await openOrm(databaseOf(config), installation, {
    onCommit: (told) => bus.noteCommit(told),
    faults,
    busy,
    waitMs: overrides.databaseWaitMs,
    onNamesRefused: () => log.warn({ setting: 'database.named_statements' }, NAMES_REFUSED),
    syncs: overrides.databaseSyncs,
    onStatement: statementLog(log),
  });

  return {
    config,
    log,
    bus,
    orm,
    tx: (look) => openTx(orm, look),
    faults,
    standing: new Standing(orm, config.database.url ? null : databaseFile(config)),
    busy,
    counts,
    http: outbound.http,
    receivers: outbound.receivers,
    domains: outbound.domains,
    mailer,
    installation,
    setup: { digest: null },
    now: overrides.now ?? (() => new Date()),
    async close() {
      await bus.close();
      await outbound.close();
      mailer.close();
      await orm.close(true);
    },
  };
}

const NAMES_REFUSED =
  'the pooler before PostgreSQL does not know statements by name, and they are sent without names now: set database.named_statements to false';

/** The URL at which clients reach this server: `server.public_url`, or else that of the listening host and `port`. */
export function publicUrlOf(config: Config, port: number): string {
  const { host, public_url } = config.server;
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return (public_url || `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`).replace(/\/+$/, '');
}

/** Where the SQLite database is. */
export const databaseFile = (config: Config) => join(config.data_dir, 'parley.db');

/** Which database `config` names. */
export function databaseOf(config: Config): DatabaseSettings {
  const { url, pool_size: poolSize, named_statements: namesStatements } = config.database;
  if (url) return { url, poolSize, namesStatements };
  return { file: databaseFile(config), nativeBinding: sqliteBinding(join(config.data_dir, 'cache')) };
}
