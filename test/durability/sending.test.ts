import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endLeases } from '../support/database/end-leases.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import type { Fault, ProviderServer } from '../support/providers/provider-server.ts';
import { serveParley } from '../support/parley.ts';
import { PROVIDERS, type TestProvider } from '../support/providers/providers.ts';
import { randomFrom } from '../../bin/seed/random.ts';
import { givenServedAccount, type ServedAccount } from '../support/served-account.ts';

/** Another one gives other faults. */
const SEED = Number(process.env['PARLEY_TEST_SENDING_SEED'] ?? 20261123);
const KILLS = 2;
const CONTACTS = 3;
const ROUNDS = 5;

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

type Shown = { id: number; content: string; status: string; content_attributes: Record<string, unknown> };

/** Conversations with contacts of one inbox of the provider. */
async function givenConversations(account: ServedAccount, provider: TestProvider): Promise<{ id: number }[]> {
  const inbox = await account.call('POST', '/inboxes', { name: 'Support', channel: provider.channel() });
  const conversations: { id: number }[] = [];
  for (let made = 0; made < CONTACTS; made += 1) {
    const { contact, sourceId } = provider.contact();
    const { body } = await account.call('POST', '/contacts', { name: 'Carla', ...contact });
    const asked = { inbox_id: inbox.body.id, contact_id: body.id, source_id: sourceId };
    conversations.push((await account.call('POST', '/conversations', asked)).body);
  }
  return conversations;
}

async function messagesOf(account: ServedAccount, { id }: { id: number }): Promise<Shown[]> {
  return (await account.call('GET', `/conversations/${id}/messages?per_page=100`)).body.payload;
}

const isWaiting = ({ status, content_attributes: { external_delivery: delivery } }: Shown) =>
  status === 'sent' && delivery !== 'accepted';

it.each(['telegram', 'line'])('kill -9 and every fault of %s lose no message, and double none', async (name) => {
  const provider = PROVIDERS[name]!;
  const server: ProviderServer<unknown> = await provider.start();
  const settings = {
    PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
    PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
    [`PARLEY_${provider.setting.replaceAll('.', '_').toUpperCase()}`]: server.url,
    PARLEY_CHANNELS_RETRY_SECONDS: '0',
  };
  const account = await givenServedAccount(place, settings);
  const random = randomFrom(SEED);
  const conversations = await givenConversations(account, provider);
  const written: string[][] = conversations.map(() => []);
  try {
    for (let kill = 0; kill <= KILLS; kill += 1) {
      for (let round = 0; round < ROUNDS; round += 1) {
        // After some in a row, the next attempt comes an hour later.
        if (random.next() < 0.3) server.faults.push(random.pick(faultsOf(provider)), null);
        await Promise.all(
          conversations.map(async ({ id }, index) => {
            const content = `${name} ${index} ${written[index]!.length}`;
            await account.call('POST', `/conversations/${id}/messages`, { content, message_type: 'outgoing' });
            written[index]!.push(content);
          }),
        );
      }
      if (kill === KILLS) break;
      await account.server.kill();
      await endLeases(place);
      account.server = await serveParley(place, settings);
    }
    const left = () => Promise.all(conversations.map((conversation) => messagesOf(account, conversation)));
    const shown = await eventually(left, (all) => all.flat().every((message) => !isWaiting(message)));

    for (const [index, messages] of shown.entries()) {
      expect(messages.map(({ content }) => content)).toEqual(written[index]);
      const arrived = server.sent.map((sent) => provider.textOf(sent)).filter((text) => written[index]!.includes(text));
      const accepted = messages.filter(({ status }) => status === 'sent').map(({ content }) => content);
      // Each once, in the order in which they were written.
      expect(arrived).toEqual(written[index]!.filter((text) => arrived.includes(text)));
      expect(accepted.filter((text) => !arrived.includes(text))).toEqual([]);
      // What failed may have arrived, and says so.
      for (const { content, content_attributes: attributes } of messages.filter(({ status }) => status === 'failed')) {
        const reason = String(attributes['external_error']);
        expect([content, reason, !arrived.includes(content) || reason.includes('not known')]).toEqual([
          content,
          reason,
          true,
        ]);
      }
      if (provider.isRepeatable) expect(accepted.length).toBe(arrived.length);
    }
  } finally {
    await account.server.stop();
    await server.stop();
  }
});

function faultsOf(provider: TestProvider): Fault[] {
  const replies = [429, 500, 400].map((status) => provider.refusal(status, 'Not now'));
  return [{ is: 'lost' }, { is: 'cut' }, ...replies.map((reply): Fault => ({ is: 'reply', reply }))];
}
