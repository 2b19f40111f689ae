import { expect, it } from '@jest/globals';
import { forgetReceived } from '../../../src/jobs/receiving/forget-received.ts';
import { givenApp } from '../../support/app.ts';
import { givenAccount } from '../../support/factories.ts';
import { givenMailInbox } from '../../support/mail/mail-inbox.ts';

it('forgets all that providers told long ago, and keeps what waits', async () => {
  const test = await givenApp();
  const account = await givenAccount(test);
  const inbox = await givenMailInbox(account);
  const long = new Date('2020-01-01T00:00:00Z');
  const of = (key: string, ended: boolean) => ({
    account_id: account.id,
    inbox_id: inbox.id,
    key,
    lane: 'unread',
    body: '',
    status: ended ? ('done' as const) : ('waiting' as const),
    created_at: long,
    ended_at: ended ? long : null,
  });
  const events = Array.from({ length: 450 }, (_, index) => of(`old ${index}`, true));
  await test.rows().insertInto('received_events').values(events).execute();
  await test.rows().insertInto('received_events').values(of('waiting', false)).execute();
  await forgetReceived(test.app, new Date());
  const left = await test.rows().selectFrom('received_events').select('key').where('inbox_id', '=', inbox.id).execute();

  expect(left).toEqual([{ key: 'waiting' }]);
});
