import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endLeases } from '../support/database/end-leases.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { PIXEL } from '../support/files/media.ts';
import { serveParley } from '../support/parley.ts';
import { givenTelegram, tokenOf } from '../support/providers/telegram.ts';
import { randomFrom } from '../../bin/seed/random.ts';
import type { ShownMessage } from '../support/receiving/received.ts';
import { messageFrom, somebody } from '../support/receiving/telegram-chat.ts';
import { givenServedAccount, type ServedAccount } from '../support/served-account.ts';

/** Another one gives other moments. */
const SEED = 20261123;
const KILLS = 3;
const PEOPLE = 3;
const ROUNDS = 6;

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

type Shown = { content: string; files: number; lacks: unknown };
type Update = ReturnType<typeof messageFrom>;

it('kill -9 loses nothing that a provider was told is received, and doubles nothing', async () => {
  const telegram = await givenTelegram();
  telegram.files.set('photo', PIXEL);
  const settings = {
    PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
    PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
    PARLEY_CHANNELS_TELEGRAM_URL: telegram.url,
  };
  const account = await givenServedAccount(place, settings);
  const random = randomFrom(SEED);
  const { path, secret } = await givenBotOf(account, telegram);
  const people = Array.from({ length: PEOPLE }, () => somebody());
  /** Of each person, what was answered with 200, in this order. */
  const taken: string[][] = people.map(() => []);
  try {
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const working = people.map(async (person, index) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const text = `${index} ${kill} ${round}`;
          const content = round === 0 ? { photo: [{ file_id: 'photo', width: 1 }], caption: text } : { text };
          const given = messageFrom(person, content);
          // Telegram sends an update until it is taken, and the next one after it.
          await until(() => post(account, path, secret, given));
          taken[index]!.push(text);
          if (random.next() < 0.3) await until(() => post(account, path, secret, given));
        }
      });
      if (kill < KILLS) {
        const enough = (kill * ROUNDS + 1 + Math.floor(random.next() * (ROUNDS - 1))) * PEOPLE;
        await eventually(
          () => taken.flat().length,
          (count) => count >= enough,
        );
        await account.server.kill();
        await endLeases(place);
        account.server = await serveParley(place, settings);
      }
      await Promise.all(working);
    }
    const shown = await eventually(
      () => messagesOf(account),
      (all) => all.flat().length >= taken.flat().length && all.flat().every(({ lacks }) => lacks === undefined),
    );

    const byFirst = (one: string[], other: string[]) => one[0]!.localeCompare(other[0]!);
    expect(shown.map((messages) => messages.map(({ content }) => content)).toSorted(byFirst)).toEqual(
      taken.toSorted(byFirst),
    );
    const pictured = shown.flat().filter(({ files }) => files > 0);
    expect(pictured.map(({ files }) => files)).toEqual(pictured.map(() => 1));
    expect(pictured).toHaveLength((KILLS + 1) * PEOPLE);
  } finally {
    await account.server.stop();
    await telegram.stop();
  }
});

async function givenBotOf(account: ServedAccount, telegram: Awaited<ReturnType<typeof givenTelegram>>) {
  const channel = { type: 'telegram', bot_token: tokenOf(7_000_001) };
  const { body } = await account.call('POST', '/inboxes', { name: 'Bot', channel });
  const end = new URL(body.callback_webhook_url).pathname;
  const registration = await eventually(
    () => telegram.registrations.find(({ url }) => String(url).endsWith(end)),
    (found) => found !== undefined,
  );
  return { path: end, secret: String(registration?.['secret_token']) };
}

/** Whether the update was taken; false while there is no server. */
async function post({ server }: ServedAccount, path: string, secret: string, update: Update): Promise<boolean> {
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(update) }).catch(
    () => null,
  );
  await answer?.text().catch(() => '');
  return answer?.status === 200;
}

async function until(done: () => Promise<boolean>): Promise<void> {
  await eventually(done, (isDone) => isDone);
}

/** The incoming messages of each conversation. */
async function messagesOf(account: ServedAccount): Promise<Shown[][]> {
  const { body } = await account.call('GET', '/conversations?status=all&assignee_type=all');
  const all: Shown[][] = [];
  for (const { id } of body.data.payload as { id: number }[]) {
    const page = await account.call('GET', `/conversations/${id}/messages?per_page=100`);
    const messages = (page.body.payload as ShownMessage[]).filter(({ message_type: type }) => type === 0);
    all.push(
      messages.map(({ content, attachments, content_attributes: { external_files: lacks } }) => ({
        content: content ?? '',
        files: attachments.length,
        lacks,
      })),
    );
  }
  return all;
}
