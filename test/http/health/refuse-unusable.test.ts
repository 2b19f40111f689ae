import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLmtp, type Lmtp } from '../../../src/lmtp/open-lmtp.ts';
import { type Answer, givenApp, type TestApp } from '../../support/app.ts';
import { closeSockets, givenListener } from '../../support/cable/bare-socket.ts';
import { databaseKind, givenPlace, type Place } from '../../support/database.ts';
import { withRows } from '../../support/database/rows.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { mailOf } from '../../support/mail/hand-over.ts';
import { handOverByLmtp } from '../../support/mail/lmtp-client.ts';
import { givenMailInbox } from '../../support/mail/mail-inbox.ts';
import { onlyIf } from '../../support/only.ts';
import { received } from '../../support/receiving/received.ts';

/** Longer than the scheduler waits until it looks for due jobs again. */
const TICKS_MS = 2500;
const NEWER = 'Migration29990101000000_newer';

let place: Place;
let test: TestApp;
let account: TestAccount;
let lmtp: Lmtp;
beforeAll(async () => {
  place = await givenPlace();
  test = await givenApp({ 'webhooks.keep_days': '1' }, { place });
  account = await givenAccount(test);
  const { config } = test.app;
  lmtp = (await openLmtp({ ...test.app, config: { ...config, mail: { ...config.mail, lmtp: '0' } } }))!;
});
afterEach(async () => {
  await takeBack();
  await closeSockets();
});
afterAll(async () => {
  await lmtp.stop();
  await test.stop();
  await place.remove();
});

let labels = 0;
const write = () => account.call('POST', '/labels', { title: `label-${(labels += 1)}` });
/** The first answer to a write with this status, of some within which the server looks again. */
const writtenWith = (status: number) => eventually(write, (answer) => answer.status === status);

/** Has a newer program migrate the database. */
const migrateByNewer = () =>
  withRows(place, (rows) =>
    rows
      .insertInto('migrations' as never)
      .values({ name: NEWER, executed_at: new Date().toISOString() } as never)
      .execute(),
  );
const takeBack = () =>
  withRows(place, (rows) =>
    rows
      .deleteFrom('migrations' as never)
      .where('name' as never, '=', NEWER as never)
      .execute(),
  );

describe('a server whose database is not its own any more', () => {
  it('refuses to write what a newer program may understand otherwise, and reads', async () => {
    await migrateByNewer();

    const { body, headers } = await writtenWith(503);
    const { status: ready } = await test.request('GET', '/readyz');
    const { status: read } = await account.call('GET', '/labels');
    await takeBack();

    expect(body.message).toContain('newer version');
    expect(headers.get('retry-after')).toBe('10');
    expect([ready, read]).toEqual([503, 200]);
    expect((await writtenWith(201)).status).toBe(201);
  });

  it('begins no jobs, and does them once the database is its own again', async () => {
    await migrateByNewer();
    await writtenWith(503);
    // Another program has queued it.
    const id = await withRows(place, async (rows) => {
      const now = new Date();
      const job = { kind: 'forget_blobs', payload: '{}', due_at: now, created_at: now };
      return rows
        .insertInto('jobs')
        .values(job as never)
        .returning('id')
        .executeTakeFirstOrThrow();
    }).then((job) => job.id);
    const jobOf = () =>
      test
        .rows()
        .selectFrom('jobs')
        .select(['status', 'attempts_count'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const begun = performance.now();
    const meanwhile = await eventually(jobOf, (job) => job.status === 'done' || performance.now() - begun > TICKS_MS);
    await takeBack();

    expect(meanwhile).toEqual({ status: 'pending', attempts_count: 0 });
    expect(await eventually(jobOf, ({ status }) => status === 'done')).toEqual({ status: 'done', attempts_count: 1 });
  });

  it('has mail servers hand their mails over later', async () => {
    const inbox = await givenMailInbox(account);
    const mail = mailOf('Keep it a while', { from: 'carla@example.com', to: inbox.address });
    await migrateByNewer();
    await writtenWith(503);

    const refused = await handOverByLmtp(lmtp.place, [inbox.address], mail);
    await takeBack();
    await writtenWith(201);
    const taken = await handOverByLmtp(lmtp.place, [inbox.address], mail);

    expect(refused.accepted).toEqual([]);
    expect(refused.rejected[inbox.address]).toMatch(/^451 4\.3\.0 a newer version of Parley/);
    expect(taken.accepted).toEqual([inbox.address]);
    expect(await received(account, inbox, 1)).toMatchObject([{ content: 'Keep it a while' }]);
  });

  it('ends sockets that would store who is online, and takes them again afterwards', async () => {
    await migrateByNewer();
    await writtenWith(503);

    const refused = await givenListener(test, account, account.administrator);
    await refused.closed;
    await takeBack();
    await writtenWith(201);
    const taken = await givenListener(test, account, account.administrator);
    await taken.frame(({ message }) => message?.event === 'presence.update');

    expect(refused.frames).toContainEqual({ type: 'disconnect', reason: 'remote', reconnect: true });
    expect(refused.events()).toEqual([]);
  });

  describe('because its file', () => {
    const file = () => join(place.dataDir, 'parley.db');
    const away = () => `${file()}.away`;

    /** The answers to a write and to whether the server is ready, after `change`; `undo` is done then. */
    async function answersAfter(change: () => void, undo: () => void): Promise<Answer[]> {
      expect(existsSync(file())).toBe(true);
      change();
      try {
        return [await writtenWith(503), await test.request('GET', '/readyz')];
      } finally {
        undo();
      }
    }
    const moveAway = () => renameSync(file(), away());
    const moveBack = () => renameSync(away(), file());

    onlyIf(databaseKind === 'sqlite', it)('is gone, refuses to write until it is back', async () => {
      const [written, ready] = await answersAfter(moveAway, moveBack);

      expect(written?.body.message).toBe(
        'the file of the database is gone: put it back, or restore a backup, and start the server again',
      );
      expect(ready?.body.checks.database).toBe(written?.body.message);
      expect((await writtenWith(201)).status).toBe(201);
    });

    onlyIf(databaseKind === 'sqlite', it)('is another one, refuses to write until its own is back', async () => {
      const [written, ready] = await answersAfter(
        () => {
          moveAway();
          writeFileSync(file(), '');
        },
        () => {
          unlinkSync(file());
          moveBack();
        },
      );

      expect(written?.body.message).toBe(
        'another file is in the place of the database: start the server again to use it',
      );
      expect([ready?.status, ready?.body.failed]).toEqual([503, ['database']]);
      expect(ready?.body.checks.database).toBe(written?.body.message);
      expect((await writtenWith(201)).status).toBe(201);
    });
  });
});
