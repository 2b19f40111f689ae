import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { spaceOutcome } from '../../src/cli/doctor/data-directory.ts';
import type { Db } from '../../src/db/database.ts';
import { pathOf } from '../../src/storage/files.ts';
import { givenAccountIn } from '../support/account-in.ts';
import { databaseKind, givenPlace, type Place } from '../support/database.ts';
import { runParley, serveParley } from '../support/parley.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';
import { withRows } from '../support/database/rows.ts';
import { givenMailServer, type MailServer } from '../support/servers/smtp.ts';

const CHECKS = [
  'configuration',
  'data_directory',
  'disk_space',
  'backups',
  'database',
  'migrations',
  'files',
  'bus',
  'secret_key',
  'clock',
  'smtp',
  'public_url',
  'webhooks',
  'deliveries',
  'jobs',
  'dead_jobs',
  'sendings',
  'received',
  'quotas',
  'inboxes',
];
const PAST = new Date('2026-01-01T00:00:00Z');

/** The first frame on a socket of the server. */
const WELCOME = '{"type":"welcome"}';

type Finding = { check: string; status: string; message: string; advice?: string };

let place: Place;
let receiver: Receiver;
let mailServer: MailServer;
let healthy: Record<string, string>;
let webhook: number;
beforeAll(async () => {
  place = await givenPlace();
  receiver = await givenReceiver();
  receiver.reply = () => ({ body: '{"status":"ok"}' });
  receiver.welcome = WELCOME;
  mailServer = await givenMailServer();
  healthy = {
    PARLEY_MAIL_SMTP_URL: mailServer.url,
    PARLEY_SERVER_PUBLIC_URL: receiver.url,
    PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: receiver.certificateFile,
  };
  webhook = await givenWebhook();
  await runParley(['backup'], place);
});
afterAll(async () => {
  await mailServer.stop();
  await receiver.stop();
  await place.remove();
});

/** An installation that has been used: its account has a webhook, a bot and an API inbox, to which events go. */
async function givenWebhook(): Promise<number> {
  const { id, token } = await givenAccountIn(place);
  const served = await serveParley(place, healthy);
  const make = (path: string, body: object) =>
    fetch(`${served.url}/api/v1/accounts/${id}${path}`, {
      method: 'POST',
      headers: { api_access_token: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const response = await make('/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
  await make('/agent_bots', { name: 'Bot', outgoing_url: receiver.url });
  await make('/inboxes', { name: 'App', channel: { type: 'api', webhook_url: receiver.url } });
  await served.stop();
  return ((await response.json()) as { id: number }).id;
}

/** What the doctor finds with `env` over the healthy settings, and its exit code. */
async function examined(env: Record<string, string> = {}, args: string[] = [], at = place) {
  const { code, stdout } = await runParley(['doctor', '--json', ...args], at, { ...healthy, ...env });
  const findings = JSON.parse(stdout) as Finding[];
  return { code, findings, troubles: findings.filter(({ status }) => status !== 'ok') };
}

/** The same while the rows are as `spoil` leaves them; `mend` puts them right. */
async function examinedWith(spoil: (rows: Db) => Promise<unknown>, mend: (rows: Db) => Promise<unknown>) {
  await withRows(place, spoil);
  try {
    return await examined();
  } finally {
    await withRows(place, mend);
  }
}

const troubled = (check: string, status: string, message: string, advice: string) => ({
  check,
  status,
  message: expect.stringContaining(message),
  advice: expect.stringContaining(advice),
});

const notChecked = (...checks: string[]) =>
  checks.map((check) => troubled(check, 'warning', 'not checked: ', 'look again'));

describe('a healthy installation', () => {
  it('passes every check', async () => {
    const { code, findings } = await examined();

    expect(findings.map(({ check, status }) => [check, status])).toEqual(CHECKS.map((check) => [check, 'ok']));
    expect(code).toBe(0);
  });

  it('is shown to people line by line', async () => {
    const { code, stdout, stderr } = await runParley(['doctor'], place, healthy);

    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/\s+/).slice(0, 2))).toEqual(CHECKS.map((check) => ['ok', check]));
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('parley doctor', () => {
  it('names a setting that does not exist, and cannot check anything else', async () => {
    const { code, findings } = await examined({ PARLEY_SERVER_PROT: '1' });

    expect(code).toBe(1);
    expect(findings).toEqual([
      troubled('configuration', 'failed', 'unknown setting PARLEY_SERVER_PROT; did you mean', 'correct that setting'),
    ]);
  });

  it('names files with secrets, a data directory and a secret key that others can read', async () => {
    const file = join(place.dataDir, 'smtp-url');
    const key = join(place.dataDir, 'secret_key');
    writeFileSync(file, mailServer.url, { mode: 0o604 });
    chmodSync(file, 0o604);
    chmodSync(key, 0o644);
    chmodSync(place.dataDir, 0o755);

    const { PARLEY_MAIL_SMTP_URL: _, ...rest } = healthy;
    const { code, stdout } = await runParley(['doctor', '--json'], place, {
      ...rest,
      PARLEY_MAIL_SMTP_URL_FILE: file,
    });
    rmSync(file);
    chmodSync(key, 0o600);
    chmodSync(place.dataDir, 0o700);

    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Finding[]).filter(({ status }) => status !== 'ok')).toEqual([
      troubled('configuration', 'warning', `everybody on this machine can read ${file}`, `chmod o-r ${file}`),
      troubled('data_directory', 'warning', 'everybody on this machine', 'chmod 700'),
      troubled('secret_key', 'warning', 'others on this machine', 'chmod 600'),
    ]);
  });

  it('names a data directory that does not exist, and does not create it', async () => {
    const dataDir = join(place.dataDir, 'missing');

    const { code, troubles } = await examined({}, [], { ...place, dataDir });

    expect(code).toBe(1);
    expect(troubles[0]).toEqual(troubled('data_directory', 'failed', 'does not exist', '--data-dir'));
    expect(existsSync(dataDir)).toBe(false);
  });

  it('names a secret key with which the stored secrets cannot be opened', async () => {
    const { code, troubles } = await examined({ PARLEY_SECRET_KEY: 'another' });

    expect(code).toBe(1);
    expect(troubles).toEqual([
      troubled('secret_key', 'failed', 'were sealed with another key', 'put the former one back'),
    ]);
  });

  it('names a secret key that is missing, and does not create one', async () => {
    const file = join(place.dataDir, 'secret_key');
    renameSync(file, `${file}.away`);

    const { code, troubles } = await examined();
    const isMade = existsSync(file);
    renameSync(`${file}.away`, file);

    expect(troubles).toEqual([troubled('secret_key', 'failed', 'there is no', 'from a backup')]);
    expect([code, isMade]).toEqual([1, false]);
  });

  it('names a database that cannot be used, and what could not be checked without it', async () => {
    const broken =
      databaseKind === 'sqlite' ? damagedPlace() : { ...place, databaseUrl: 'postgres://127.0.0.1:1/none' };
    const message = databaseKind === 'sqlite' ? 'is damaged' : 'cannot reach PostgreSQL at 127.0.0.1:1';
    const advice = databaseKind === 'sqlite' ? 'put a backup in its place' : 'start it';

    const { code, troubles } = await examined({}, [], broken);

    expect(code).toBe(1);
    const noBackups = troubled('backups', 'warning', 'there is none in', '"parley backup" makes one');
    expect(troubles).toEqual([
      // The damaged file is in a data directory of its own.
      ...(databaseKind === 'sqlite' ? [noBackups] : []),
      troubled('database', 'failed', message, advice),
      ...notChecked(
        'migrations',
        'files',
        ...(databaseKind === 'postgresql' ? ['bus'] : []),
        'secret_key',
        'clock',
        'webhooks',
        'deliveries',
        'jobs',
        'dead_jobs',
        'sendings',
        'received',
        'inboxes',
      ),
    ]);
  });

  it('names files of the newest rows that are missing', async () => {
    const kept = givenFile('there');
    const row = (key: string) => ({
      account_id: 1,
      key,
      filename: 'a.csv',
      content_type: 'text/csv',
      file_size: 1,
      expires_at: new Date('2099-01-01T00:00:00Z'),
      created_at: PAST,
    });
    const { code, troubles } = await examinedWith(
      (rows) =>
        rows
          .insertInto('downloads')
          .values([row(kept), row(keyOf('gone'))] as never)
          .execute(),
      (rows) => rows.deleteFrom('downloads').execute(),
    );

    expect(code).toBe(1);
    expect(troubles).toEqual([
      troubled('files', 'failed', '1 of the 2 files of the newest rows are not in', 'restore a backup'),
    ]);
  });

  it('names migrations that are missing', async () => {
    let last: { name: string } | undefined;
    const { code, troubles } = await examinedWith(
      async (rows) => {
        const { rows: found } = await sql<{
          name: string;
        }>`select name from migrations order by id desc limit 1`.execute(rows);
        last = found[0];
        await sql`delete from migrations where name = ${last?.name}`.execute(rows);
      },
      (rows) => sql`insert into migrations (name, executed_at) values (${last?.name}, ${new Date()})`.execute(rows),
    );

    expect(code).toBe(1);
    expect(troubles[0]).toEqual(troubled('migrations', 'failed', `${last?.name} not applied`, 'run "parley migrate"'));
  });

  it('names a database that a newer version has written', async () => {
    const { code, troubles } = await examinedWith(
      (rows) => sql`insert into migrations (name, executed_at) values ('9999-later', ${new Date()})`.execute(rows),
      (rows) => sql`delete from migrations where name = '9999-later'`.execute(rows),
    );

    expect(code).toBe(1);
    expect(troubles[0]).toEqual(troubled('migrations', 'failed', 'a newer Parley has written it', 'backup'));
  });

  it('names a clock that is behind the stored times', async () => {
    const { code, troubles } = await examinedWith(
      (rows) =>
        rows
          .updateTable('users')
          .set({ created_at: new Date(Date.now() + 3_600_000) })
          .execute(),
      (rows) => rows.updateTable('users').set({ created_at: PAST }).execute(),
    );

    expect(code).toBe(1);
    expect(troubles).toEqual([troubled('clock', 'failed', 'this clock is behind', 'time server')]);
  });

  it('names a mail server that refuses the password, and a public address that is not set', async () => {
    const { code, troubles } = await examined({
      PARLEY_MAIL_SMTP_URL: mailServer.url.replace('secret', 'wrong'),
      PARLEY_SERVER_PUBLIC_URL: '',
    });

    expect(code).toBe(1);
    expect(troubles).toEqual([
      troubled('smtp', 'failed', '535', 'correct mail.smtp_url'),
      troubled('public_url', 'warning', 'is not set', 'https:// address'),
    ]);
    expect(JSON.stringify(troubles)).not.toContain('wrong@');
  });

  it('names a mail server that is not there, and a public address that leads nowhere', async () => {
    const { code, troubles } = await examined({
      PARLEY_MAIL_SMTP_URL: 'smtp://127.0.0.1:1',
      PARLEY_SERVER_PUBLIC_URL: 'https://127.0.0.1:1',
    });

    expect(code).toBe(1);
    expect(troubles).toEqual([
      troubled('smtp', 'failed', 'ECONNREFUSED', 'start that server'),
      troubled('public_url', 'failed', 'ECONNREFUSED', 'start "parley serve"'),
    ]);
  });

  it('says that a mail server speaks no TLS', async () => {
    const { troubles } = await examined({ PARLEY_MAIL_SMTP_URL: mailServer.url.replace('smtp:', 'smtps:') });

    expect(troubles).toEqual([troubled('smtp', 'failed', ': the server does not speak TLS at this port', 'correct')]);
  });

  it('names a public address that leads elsewhere', async () => {
    receiver.reply = () => ({ status: 404, body: 'not here' });
    const { code, troubles } = await examined();
    receiver.reply = () => ({ body: '{"status":"ok"}' });

    expect(code).toBe(1);
    expect(troubles).toEqual([troubled('public_url', 'failed', 'answered 404', 'that the proxy leads to')]);
  });

  it('names a public address at which no socket opens', async () => {
    receiver.welcome = null;
    const closed = await examined();
    receiver.welcome = 'hello';
    const elsewhere = await examined();
    receiver.welcome = WELCOME;

    expect([closed.code, elsewhere.code]).toEqual([1, 1]);
    expect(closed.troubles).toEqual([troubled('public_url', 'failed', 'no socket opens at wss://', 'Upgrade')]);
    expect(elsewhere.troubles).toEqual([troubled('public_url', 'failed', 'not answer as Parley does', 'Upgrade')]);
  });

  it('counts the mails that are kept because there is no mail server, and names a public address that is not secure', async () => {
    const outbox = join(place.dataDir, 'outbox');
    mkdirSync(outbox);
    for (const name of ['a.eml', 'b.eml', 'c.eml.part']) writeFileSync(join(outbox, name), '');
    const served = await serveParley(place, healthy);

    const { code, troubles } = await examined({ PARLEY_MAIL_SMTP_URL: '', PARLEY_SERVER_PUBLIC_URL: served.url });
    await served.stop();

    expect(code).toBe(0);
    expect(troubles).toEqual([
      troubled('smtp', 'warning', `${outbox} (2 there)`, 'mail.smtp_url'),
      troubled('public_url', 'warning', 'in the clear', 'HTTPS proxy'),
    ]);
  });

  it('names webhooks that are disabled, failing, or may not be reached', async () => {
    const columns = (changes: object) => (rows: Db) => rows.updateTable('webhooks').set(changes).execute();
    const disabled = await examinedWith(
      columns({ disabled_at: PAST, disabled_reason: 'gone' }),
      columns({ disabled_at: null, disabled_reason: null }),
    );
    const failing = await examinedWith(
      columns({ failing_since: PAST, exhausted_count: 3 }),
      columns({ failing_since: null, exhausted_count: 0 }),
    );
    const refused = await examined({ PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '' });

    expect([disabled.code, failing.code, refused.code]).toEqual([0, 0, 0]);
    expect(disabled.troubles).toEqual([
      troubled('webhooks', 'warning', `disabled: ${webhook} of account 1`, 'parley webhooks test'),
    ]);
    expect(failing.troubles).toEqual([
      troubled('webhooks', 'warning', `failing: ${webhook} of account 1`, 'parley webhooks test'),
    ]);
    expect(refused.troubles).toEqual([
      troubled(
        'webhooks',
        'warning',
        'not allowed to connect to 127.0.0.1: a private address outside of webhooks.allowed_networks',
        'add its network to webhooks.allowed_networks',
      ),
    ]);
    expect(refused.troubles[0]!.advice).not.toContain('parley webhooks');
  });

  it('names bots and API inboxes whose addresses may not be reached', async () => {
    const at = (bot: string, inbox: string) => async (rows: Db) => {
      await rows.updateTable('agent_bots').set({ outgoing_url: bot }).execute();
      await rows.updateTable('channels').set({ webhook_url: inbox }).execute();
    };

    const { troubles } = await examinedWith(
      at('https://10.0.0.5/bot', 'https://10.0.0.6/hook'),
      at(receiver.url, receiver.url),
    );

    const setting = 'add its network to webhooks.allowed_networks';
    expect(troubles).toEqual([troubled('webhooks', 'warning', 'not allowed to connect to 10.0.0.5', setting)]);
    expect(troubles[0]!.message).toContain('10.0.0.6');
  });

  it('says that a mail server answers, where there is no user and password for it', async () => {
    const url = new URL(mailServer.url);
    url.username = '';
    url.password = '';

    const { findings } = await examined({ PARLEY_MAIL_SMTP_URL: url.href });

    const smtp = findings.find(({ check }) => check === 'smtp')!;
    expect([smtp.status, smtp.message]).toEqual(['ok', `${url.host} answers, without a user and password`]);
  });

  it('names overdue work, and work that was given up', async () => {
    const job = (columns: object) => ({
      status: 'pending',
      finished_at: null,
      payload: '{}' as never,
      due_at: PAST,
      created_at: PAST,
      ...columns,
    });
    const jobs = [
      job({ kind: 'auto_resolve' }),
      job({ kind: 'of_a_later_version' }),
      job({ kind: 'auto_resolve', status: 'dead', finished_at: PAST }),
    ];
    const lane = {
      receiver_type: 'Webhook',
      receiver_id: webhook,
      lane: 'contact:1',
      account_id: 1,
      due_at: PAST,
    } as const;

    const { code, troubles } = await examinedWith(
      async (rows) => {
        await rows
          .insertInto('jobs')
          .values(jobs as never)
          .execute();
        await rows.insertInto('delivery_lanes').values(lane).execute();
      },
      async (rows) => {
        await rows.deleteFrom('jobs').execute();
        await rows.deleteFrom('delivery_lanes').execute();
      },
    );

    expect(code).toBe(0);
    expect(troubles).toEqual([
      troubled(
        'deliveries',
        'warning',
        '1 due, the oldest since 2026-01-01T00:00:00.000Z',
        'is "parley serve" running',
      ),
      troubled('jobs', 'warning', '1 due, the oldest since 2026-01-01T00:00:00.000Z', 'is "parley serve" running'),
      troubled('dead_jobs', 'warning', '1 given up', 'parley jobs list --status dead'),
    ]);
  });

  it('says what to do below each line, and on standard error in one line that something failed', async () => {
    const { code, stdout, stderr } = await runParley(['doctor'], place, { ...healthy, PARLEY_SECRET_KEY: 'another' });

    expect(stdout).toMatch(/^failed {3}secret_key {6}the secrets .*\n {25}-> put the former one back/m);
    expect([code, stderr]).toEqual([1, 'parley: 1 of 20 checks failed\n']);
  });
});

describe('the free space on the disk', () => {
  it.each([
    [5e9, 'ok', '5 GB are free'],
    [999e6, 'warning', '999 MB are free'],
    [99e6, 'failed', '99 MB are free'],
  ])('of %d bytes is %s', (free, status, message) => {
    expect(spaceOutcome(free)).toMatchObject({ status, message });
  });
});

/** A copy of the place whose database file is no database from its second page on. */
function damagedPlace(): Place {
  const dataDir = join(place.dataDir, 'damaged');
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'secret_key'), readFileSync(join(place.dataDir, 'secret_key')), { mode: 0o600 });
  writeFileSync(
    join(dataDir, 'parley.db'),
    'no database at all, but long enough to be taken for the head of one. '.repeat(200),
  );
  return { ...place, dataDir };
}

const keyOf = (name: string) => name.padEnd(32, 'x');

/** A stored file, and its key. */
function givenFile(name: string): string {
  const path = pathOf(place.dataDir, keyOf(name));
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, 'a');
  return keyOf(name);
}
