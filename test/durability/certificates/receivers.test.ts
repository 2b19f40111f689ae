import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { givenPlace, type Place } from '../../support/database.ts';
import { withRows } from '../../support/database/rows.ts';
import { eventually } from '../../support/eventually.ts';
import { givenServedAccount, send } from '../../support/served-account.ts';
import { givenRenewable, type Renewable } from '../../support/servers/renewable.ts';

const MESSAGES = 3;

let place: Place;
let receiver: Renewable;
beforeAll(async () => {
  [place, receiver] = await Promise.all([givenPlace(), givenRenewable()]);
});
afterAll(async () => {
  await place.remove();
  await receiver.stop();
});

it('a receiver whose certificate has expired is told nothing, and everything once, in order, when it is renewed', async () => {
  const account = await givenServedAccount(place, {
    NODE_EXTRA_CA_CERTS: receiver.certificateFile,
    PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
    PARLEY_WEBHOOKS_RETRY_MINUTES: Array.from({ length: 60 }, () => '0.02').join(','),
  });
  await account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
  const conversation = await account.newConversation();

  const contents = Array.from({ length: MESSAGES }, (_, number) => `message ${number}`);
  const statuses: number[] = [];
  for (const content of contents) statuses.push((await send(account, conversation, content)).status);
  const errors = await eventually(errorsIn, ({ length }) => length > 1);
  const ready = await account.ask('/readyz');
  const arrivedBefore = receiver.received.length;
  receiver.renew();
  await eventually(
    () => receiver.received.length,
    (count) => count >= MESSAGES,
  );
  const server = account.server;
  await server.stop();

  expect(statuses).toEqual(contents.map(() => 201));
  expect([ready.status, arrivedBefore]).toEqual([200, 0]);
  for (const error of errors) expect(error).toMatch(/the certificate of 127\.0\.0\.1:\d+ has expired/);
  expect(receiver.received.map((body) => JSON.parse(body).message.content)).toEqual(contents);
});

/** What attempts at deliveries have failed with. */
const errorsIn = () =>
  withRows(place, async (rows) => {
    const attempts = await rows
      .selectFrom('delivery_attempts')
      .select('error')
      .where('error', 'is not', null)
      .execute();
    return attempts.map(({ error }) => error);
  });
