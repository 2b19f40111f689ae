import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp } from '../../support/app.ts';
import { reply } from '../../support/conversation-calls.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { givenAccount } from '../../support/factories.ts';
import { runParley } from '../../support/parley.ts';
import { givenServed, PROVIDERS } from '../../support/providers/providers.ts';
import { ended } from '../../support/providers/sent-message.ts';

const TWILIO = PROVIDERS['twilio']!;

let place: Place;
let inbox: { id: number; name: string };
let failedId: number;
let sentId: number;
let accountId: number;
beforeAll(async () => {
  place = await givenPlace();
  const provider = await TWILIO.start();
  const server = await givenApp({ [TWILIO.setting]: provider.url }, { place });
  const account = await givenAccount(server);
  accountId = account.id;
  const served = await givenServed(account, TWILIO);
  inbox = served.inbox as typeof inbox;
  provider.faults.push({ is: 'reply', reply: TWILIO.refusal(400, 'The number is not in service') });
  failedId = (await reply(account, served.conversation, { content: 'one' })).body.id;
  await ended(account, served.conversation, failedId);
  sentId = (await reply(account, served.conversation, { content: 'two' })).body.id;
  await ended(account, served.conversation, sentId);
  await server.stop();
  await provider.stop();
});
afterAll(() => place.remove());

describe('parley channels', () => {
  it('lists the inboxes whose messages a provider sends', async () => {
    const { code, stdout } = await runParley(['channels', 'list', '--json'], place);

    const listed = { inbox_id: inbox.id, account_id: accountId, name: inbox.name, provider: 'twilio' };
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual({ ...listed, queued: 0, failed: 1 });
  });

  it('shows what an inbox has sent, and why something failed', async () => {
    const { code, stdout } = await runParley(['channels', 'log', String(inbox.id), '--json'], place);

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { direction: 'sent', id: sentId, status: 'accepted', error: null },
      { direction: 'sent', id: failedId, status: 'failed', error: expect.stringContaining('not in service') },
    ]);
  });

  it('says that there is no such inbox', async () => {
    const { code, stderr } = await runParley(['channels', 'log', '999999'], place);

    expect([code, stderr]).toEqual([1, expect.stringContaining('Inbox not found')]);
  });
});
