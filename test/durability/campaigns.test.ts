import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenPlace, type Place } from '../support/database.ts';
import { endLeases } from '../support/database/end-leases.ts';
import { withRows } from '../support/database/rows.ts';
import { eventually } from '../support/eventually.ts';
import { serveParley, type Served } from '../support/parley.ts';
import { PROVIDERS } from '../support/providers/providers.ts';
import { givenTwilio } from '../support/providers/twilio.ts';
import { created, givenServedAccount, type ServedAccount } from '../support/served-account.ts';

const CONTACTS = 120;
const KILLS = 3;
/** Messages of one process that may be on their way to the provider when it is killed: they fail, and say why. */
const UNDER_WAY = 4;

let place: Place;
let twilio: Awaited<ReturnType<typeof givenTwilio>>;
let settings: Record<string, string>;
beforeAll(async () => {
  place = await givenPlace();
  twilio = await givenTwilio();
  settings = {
    PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
    PARLEY_CHANNELS_TWILIO_URL: twilio.url,
    PARLEY_CHANNELS_RETRY_SECONDS: '0',
  };
});
afterAll(async () => {
  await twilio.stop();
  await place.remove();
});

/** A campaign for `CONTACTS` contacts that begins now, and their numbers. */
async function givenCampaign(account: ServedAccount, title: string) {
  const inbox = await created(
    account.call('POST', '/inboxes', { name: 'SMS', channel: PROVIDERS['twilio']!.channel() }),
  );
  const label = await created(account.call('POST', '/labels', { title }));
  const numbers: string[] = [];
  for (let count = 0; count < CONTACTS; count += 1) {
    const { contact } = PROVIDERS['twilio']!.contact();
    const { id, phone_number: number } = await created(account.call('POST', '/contacts', { name: title, ...contact }));
    await account.call('POST', `/contacts/${id}/labels`, { labels: [title] });
    numbers.push(number);
  }
  const audience = [{ type: 'Label', id: label.id }];
  const values = { title, message: title, inbox_id: inbox.id, audience };
  return { campaign: await created(account.call('POST', '/campaigns', values)), numbers };
}

const sentWith = (text: string) => twilio.sent.filter(({ body }) => body === text);
const isCompleted = ({ campaign_status: status, total_count: total, sent_count: sent, failed_count: failed }: Shown) =>
  status === 'completed' && sent + failed === total;
type Shown = { campaign_status: string; total_count: number; sent_count: number; failed_count: number };

/** The messages of the campaign, by contact. */
const messagesOf = (text: string) =>
  withRows(place, (rows) =>
    rows
      .selectFrom('messages as m')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .where('m.content', '=', text)
      .select(['c.contact_id as contactId', 'm.status'])
      .execute(),
  );

describe('a campaign', () => {
  it('reaches each contact once, through kill -9', async () => {
    const account = await givenServedAccount(place, settings);
    const { campaign, numbers } = await givenCampaign(account, 'through-kills');
    const progress = async (): Promise<Shown> => (await account.call('GET', `/campaigns/${campaign.id}`)).body;
    const seen: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = (CONTACTS / (KILLS + 1)) * kill;
      seen.push((await eventually(progress, ({ sent_count: sent }) => sent >= enough)).sent_count);
      await account.server.kill();
      await endLeases(place);
      account.server = await serveParley(place, settings);
    }
    const ended = await eventually(progress, isCompleted);
    await account.server.stop();

    const messages = await messagesOf('through-kills');
    const failed = messages.filter(({ status }) => status === 'failed').length;
    expect(seen[0]).toBeLessThan(CONTACTS);
    expect(new Set(messages.map(({ contactId }) => contactId)).size).toBe(CONTACTS);
    expect(messages).toHaveLength(CONTACTS);
    expect(ended).toMatchObject({ total_count: CONTACTS, sent_count: CONTACTS - failed, failed_count: failed });
    expect(failed).toBeLessThanOrEqual(KILLS * UNDER_WAY);
    const reached = sentWith('through-kills').map(({ to }) => to);
    // Each at most once, and those who were not reached have a message that says so.
    expect(reached.length).toBe(new Set(reached).size);
    expect(numbers.filter((number) => !reached.includes(number)).length).toBeLessThanOrEqual(failed);
  }, 180_000);

  it('reaches each contact once when two servers send it', async () => {
    // SQLite has one server.
    if (!place.databaseUrl) return;
    const account = await givenServedAccount(place, settings);
    const other: Served = await serveParley(place, settings);
    const { campaign, numbers } = await givenCampaign(account, 'by-two-servers');
    const progress = async (): Promise<Shown> => (await account.call('GET', `/campaigns/${campaign.id}`)).body;

    const ended = await eventually(progress, isCompleted);
    await other.stop();
    await account.server.stop();

    expect(ended).toMatchObject({ total_count: CONTACTS, sent_count: CONTACTS, failed_count: 0 });
    expect(
      sentWith('by-two-servers')
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(numbers.toSorted());
  }, 180_000);
});
