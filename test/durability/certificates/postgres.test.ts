import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { givenPlace, type Place } from '../../support/database.ts';
import { type OwnPostgres, startOwnPostgres } from '../../support/database/postgres.ts';
import { eventually } from '../../support/eventually.ts';
import { onOwnServer } from '../../support/faults/small-place.ts';
import { onlyOn } from '../../support/only.ts';
import { runParley } from '../../support/parley.ts';
import {
  givenServedAccount,
  messagesOf,
  recovered,
  send,
  type ServedAccount,
  settingsFor,
} from '../../support/served-account.ts';
import {
  type Certificate,
  type ExpiringCertificate,
  givenExpiringCertificate,
} from '../../support/servers/expiring-certificate.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';

let postgres: OwnPostgres;
let certificate: ExpiringCertificate;
let own: Place;
let receiver: Receiver;
let account: ServedAccount;
let settings: Record<string, string>;

onlyOn('postgresql', describe)('a PostgreSQL whose certificate has expired', () => {
  beforeAll(async () => {
    [postgres, certificate, own, receiver] = await Promise.all([
      startOwnPostgres(),
      givenExpiringCertificate(),
      givenPlace(),
      givenReceiver(),
    ]);
    setDefaultCACertificates([...getCACertificates('default'), certificate.renewed.cert]);
    await onOwnServer(postgres, 'create database parley');
    await serveWith(certificate.renewed);
    await onOwnServer(postgres, 'alter system set ssl = on');
    await reload();
    const url = new URL(`${postgres.url}/parley?sslmode=verify-full`);
    // The name in a certificate is looked at only where the database is named, and not by its address.
    url.hostname = 'localhost';
    const place = { ...own, databaseUrl: url.href };
    mkdirSync(own.dataDir, { recursive: true, mode: 0o700 });
    const authorities = join(own.dataDir, 'authorities.pem');
    const files = [certificate.certificateFile, receiver.certificateFile];
    writeFileSync(authorities, files.map((file) => readFileSync(file, 'utf8')).join('\n'));
    settings = { ...settingsFor(receiver), NODE_EXTRA_CA_CERTS: authorities };
    account = await givenServedAccount(place, settings);
    await account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
  });
  afterAll(async () => {
    await account?.server.stop();
    await postgres?.stop();
    await own?.remove();
    await receiver?.stop();
  });

  const reload = () => onOwnServer(postgres, 'select pg_reload_conf()');

  /** The certificate of connections that are made after the next reload. */
  async function serveWith({ key, cert }: Certificate): Promise<void> {
    for (const [name, text] of [
      ['server.key', key],
      ['server.crt', cert],
    ] as const) {
      const file = join(postgres.socketFolder!, name);
      writeFileSync(file, text, { mode: 0o600 });
      chownSync(file, postgres.owner.uid, postgres.owner.gid);
    }
  }

  it('is named, keeps connections that it has, and is used again when it has another', async () => {
    const conversation = await account.newConversation();
    const acknowledged = await send(account, conversation, 'before');

    await serveWith(certificate.expired);
    await reload();
    const kept = await send(account, conversation, 'on a connection from before');
    await onOwnServer(postgres, "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'parley'");
    // The first may meet a connection that is just ended, which says nothing of certificates.
    const refusal = await eventually(
      () => send(account, conversation, 'meanwhile'),
      ({ status, body }) => status !== 201 && String(body.message).includes('certificate'),
    );
    const ready = await eventually(
      () => account.ask('/readyz'),
      ({ status }) => status !== 200,
    );
    const alive = await account.ask('/livez');
    const doctor = await runParley(['doctor'], account.place, settings);
    await serveWith(certificate.renewed);
    await reload();
    await recovered(account, receiver);

    expect([acknowledged.status, kept.status, alive.status]).toEqual([201, 201, 200]);
    expect([refusal.status, refusal.body]).toEqual([
      503,
      {
        error: 'Service unavailable',
        message: expect.stringMatching(/the certificate of the database server has expired/),
      },
    ]);
    expect(ready.body.checks.database).toBe('the certificate of the database server has expired');
    expect(doctor.stdout).toMatch(/the certificate of localhost:\d+ has expired/);
    const messages = await messagesOf(account, conversation);
    expect([...messages.values()]).toEqual(['before', 'on a connection from before']);
  });
});
