import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endLeases } from '../support/database/end-leases.ts';
import { withRows } from '../support/database/rows.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { serveParley } from '../support/parley.ts';
import { randomFrom } from '../../bin/seed/random.ts';
import { givenServedAccount, messagesOf, send } from '../support/served-account.ts';
import { givenMailServer } from '../support/servers/smtp.ts';

/** Another one gives other moments. */
const SEED = 20261123;
const KILLS = 3;
const CONTACTS = 4;

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

it('kill -9 mails no message twice that follows a contact, and says of each what became of it', async () => {
  const mails = await givenMailServer();
  const settings = {
    PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
    PARLEY_MAIL_SMTP_URL: mails.url,
    PARLEY_MAIL_INBOUND_DOMAIN: 'in.acme.example',
  };
  const account = await givenServedAccount(place, settings);
  const random = randomFrom(SEED);
  const channel = { type: 'api', continuity_via_email: true };
  const { body: inbox } = await account.call('POST', '/inboxes', { name: 'Shop', channel });
  const conversations: { id: number }[] = [];
  for (let made = 0; made < CONTACTS; made += 1) {
    const contact = await account.call('POST', '/contacts', { name: 'Carla', email: `carla-${made}@example.com` });
    const asked = { inbox_id: inbox.id, contact_id: contact.body.id };
    conversations.push((await account.call('POST', '/conversations', asked)).body);
  }
  const written: string[] = [];
  try {
    for (let kill = 0; kill <= KILLS; kill += 1) {
      for (const [index, conversation] of conversations.entries()) {
        const content = `message ${kill} to ${index}.`;
        await send(account, conversation, content);
        written.push(content);
      }
      await passTime();
      if (kill === KILLS) break;
      const enough = mails.arrived.length + Math.floor(random.next() * CONTACTS);
      await eventually(
        () => mails.arrived.length,
        (count) => count >= Math.min(enough, (kill + 1) * CONTACTS),
      );
      await account.server.kill();
      await endLeases(place);
      account.server = await serveParley(place, settings);
    }
    const statuses = await eventually(statusesOf, (all) => all.length === written.length && !all.includes('queued'));
    const arrived = mails.arrived.flatMap(({ email }) => written.filter((text) => ownText(email.text).includes(text)));

    expect(arrived.toSorted()).toEqual([...new Set(arrived)].toSorted());
    expect(arrived.length).toBeGreaterThanOrEqual(statuses.filter((status) => status === 'accepted').length);
    expect((await messagesOf(account, conversations[0]!)).size).toBe(KILLS + 1);
  } finally {
    await account.server.stop();
    await mails.stop();
  }
});

/** What a mail says of its own, without what was said before. */
const ownText = (text = '') => text.split('Before that:')[0] ?? '';

async function statusesOf(): Promise<string[]> {
  // A mail that was under way may have left work for another one.
  await passTime();
  const rows = await withRows(place, (rows) => rows.selectFrom('sendings').select('status').execute());
  return rows.map(({ status }) => status);
}

/** As if the time had passed for which messages are collected. */
function passTime(): Promise<unknown> {
  return withRows(place, (rows) =>
    rows
      .updateTable('jobs')
      .set({ due_at: new Date(0) })
      .where('kind', '=', 'continue_by_email')
      .where('status', '=', 'pending')
      .where('leased_by', 'is', null)
      .execute(),
  );
}
