import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { CHANNELS } from '../../support/channels/channels.ts';
import type { OpenInbox, Said } from '../../support/channels/channel.ts';
import { startChannels } from '../../support/channels/timed-stages.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenProvider, type ProviderServer } from '../../support/providers/provider-server.ts';
import { messagesIn } from '../../support/receiving/received.ts';

/** Of the channels whose files are fetched. */
const NAMES = Object.keys(CHANNELS).filter((name) => name !== 'email');

let channels: Awaited<ReturnType<typeof startChannels>>;
let test: TestApp;
let account: TestAccount;
/** Something private, in the network of the server. */
let secret: ProviderServer<object>;
beforeAll(async () => {
  channels = await startChannels();
  secret = await givenProvider(async () => ({ sent: {}, reply: { status: 200, body: { password: 'hush' } } }));
  // Only the addresses of the settings may be private.
  test = await givenApp({ ...channels.settings, 'webhooks.allowed_networks': '' });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await channels.stop();
  await secret.stop();
});

const startedOf = (name: string) => channels.started.find((one) => one.name === name)!.started;

async function post({ callback: { path, headers, body } }: Said) {
  await test.request('POST', path, { body: Buffer.from(body), headers });
}

/** Why the files of the inbox's messages have not been fetched. */
async function refusals({ inbox }: OpenInbox): Promise<(string | null)[]> {
  const jobs = await test
    .rows()
    .selectFrom('jobs as j')
    .innerJoin('messages as m', (join) => join.onRef('j.account_id', '=', 'm.account_id'))
    .select(['j.last_error as error', 'j.subject', 'm.id'])
    .where('j.kind', '=', 'fetch_files')
    .where('m.inbox_id', '=', inbox.id)
    .execute();
  return jobs.filter(({ subject, id }) => subject === `message ${id}`).map(({ error }) => error);
}

/** Waits until a file has been refused for its address, without anything being asked there. */
async function expectRefused(open: OpenInbox, asked: number) {
  const [error] = await eventually(
    () => refusals(open),
    (errors) => errors.some((one) => one !== null),
  );
  const [message] = await messagesIn(account, open.inbox);
  expect(error).toContain('not allowed to connect');
  expect(message?.attachments).toEqual([]);
  expect(secret.requests).toBe(asked);
}

describe.each(NAMES)('the address of a file that comes by %s', (name) => {
  it('is not followed to a private place', async () => {
    const { files, open: openInbox } = startedOf(name);
    const open = await openInbox(account);
    const said = open.says['picture']!(open.somebody(), 'look');
    files!.set(said.fileId!, `${secret.url}/secret`);
    const asked = secret.requests;
    await post(said);

    await expectRefused(open, asked);
  });

  it('may not be a private place itself, where the callback names it', async () => {
    const open = await startedOf(name).open(account);
    if (!open.pointsTo) return;
    const asked = secret.requests;
    await post(open.pointsTo(open.somebody(), `${secret.url}/secret`));

    await expectRefused(open, asked);
  });

  it('is given up where it leads nowhere else than to itself', async () => {
    // Twilio always redirects to another host.
    if (name === 'twilio') return;
    const { files, open: openInbox } = startedOf(name);
    const open = await openInbox(account);
    const said = open.says['picture']!(open.somebody(), 'again');
    files!.set(said.fileId!, '#');
    await post(said);
    const [message] = await eventually(
      () => messagesIn(account, open.inbox),
      ([first]) => JSON.stringify(first?.content_attributes['external_files'] ?? '').includes('redirected'),
    );

    expect(message?.attachments).toEqual([]);
  });

  it('is given up where the file is larger than those that the provider sends', async () => {
    // The others send files of 100 MB and more.
    if (!['telegram', 'bandwidth'].includes(name)) return;
    const { files, open: openInbox } = startedOf(name);
    const open = await openInbox(account);
    const said = open.says['picture']!(open.somebody(), 'large');
    files!.set(said.fileId!, Buffer.alloc(20_000_001));
    await post(said);
    const [message] = await eventually(
      () => messagesIn(account, open.inbox),
      ([first]) => JSON.stringify(first?.content_attributes['external_files'] ?? '').includes('too large'),
    );
    files!.delete(said.fileId!);

    expect(message?.attachments).toEqual([]);
  });
});
