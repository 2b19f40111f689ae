import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenContact, type TestAccount } from '../../support/factories.ts';
import {
  givenCaller,
  givenConversationOf,
  givenPublicInbox,
  type PublicInbox,
} from '../../support/public/public-inbox.ts';

let test: TestApp;
let account: TestAccount;
let inbox: PublicInbox;
let strict: PublicInbox;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  inbox = await givenPublicInbox(test, account);
  strict = await givenPublicInbox(test, account, { hmac_mandatory: true });
});
afterAll(() => test.stop());

const newId = () => `customer-${randomUUID()}`;
const UNAUTHORIZED = [401, 'Unauthorized'];

const inQuery = (proof: Record<string, string>) => `?${new URLSearchParams(proof)}`;

describe('identifier_hash', () => {
  it.each(['', 'x', 'ab'.repeat(32), 'not hex at all'])('of %j is refused in both kinds of inboxes', async (hash) => {
    const identifier = newId();

    const answers = [
      await strict.call('POST', '/contacts', { identifier, identifier_hash: hash }),
      await inbox.call('POST', '/contacts', { identifier, identifier_hash: hash || 'y' }),
      await inbox.call('POST', '/contacts', { identifier_hash: strict.proofOf('').identifier_hash }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill(UNAUTHORIZED));
  });

  it('is needed for each look at a contact where the inbox says so', async () => {
    const proof = strict.proofOf(newId());
    const caller = await givenCaller(strict, proof);

    const refused = [
      await strict.call('POST', '/contacts', { identifier: proof.identifier }),
      await strict.call('GET', caller.path),
      await strict.call('PATCH', caller.path, { name: 'Carla' }),
      await strict.call('GET', `${caller.path}${inQuery(strict.proofOf(newId()))}`),
      await strict.call('PATCH', caller.path, { name: 'Carla', ...inbox.proofOf(proof.identifier) }),
    ];
    const shown = await strict.call('GET', `${caller.path}${inQuery(proof)}`);
    const changed = await strict.call('PATCH', caller.path, { name: 'Carla', ...proof });

    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(5).fill(UNAUTHORIZED));
    expect([shown.status, changed.status, changed.body.name]).toEqual([200, 200, 'Carla']);
  });

  it('opens the conversations of an inbox that needs it, once it has been shown', async () => {
    const proof = strict.proofOf(newId());
    const contact = await givenContact(account, { identifier: proof.identifier });
    const { body: entry } = await account.call('POST', `/contacts/${contact.id}/contact_inboxes`, {
      inbox_id: strict.id,
    });
    const path = `/contacts/${entry.source_id}`;

    const before = await strict.call('GET', `${path}/conversations`);
    const shown = await strict.call('GET', `${path}${inQuery(proof)}`);
    const after = await strict.call('GET', `${path}/conversations`);

    expect([before.status, before.body.error]).toEqual(UNAUTHORIZED);
    expect([shown.status, after.status, after.body]).toEqual([200, 200, []]);
  });

  it('shows a contact what they began elsewhere, and not to who only says to be them', async () => {
    const proof = inbox.proofOf(newId());
    const [here, there] = [
      await givenCaller(inbox, proof),
      await givenCaller(strict, strict.proofOf(proof.identifier)),
    ];
    const pretender = await inbox.call('POST', '/contacts', { identifier: proof.identifier });
    const begun = [await givenConversationOf(inbox, here), await givenConversationOf(strict, there)].map(
      ({ id }) => id,
    );

    const own = await inbox.call('GET', `${here.path}/conversations`);
    const single = await inbox.call('GET', `${here.path}/conversations/${begun[1]}`);

    expect(here.id).toBe(there.id);
    expect(own.body.map(({ id }: { id: number }) => id)).toEqual(begun);
    expect(single.status).toBe(200);
    expect([pretender.status, pretender.body.error]).toEqual(UNAUTHORIZED);
  });

  it('gives a visitor their identifier, and somebody else a source id of their own', async () => {
    const visitor = await givenCaller(inbox);
    const [proof, theirs] = [inbox.proofOf(newId()), inbox.proofOf(newId())];

    const named = await givenCaller(inbox, { source_id: visitor.source_id, ...proof });
    const other = await givenCaller(inbox, { source_id: visitor.source_id, ...theirs });

    expect(named).toEqual({ ...visitor, identifier: proof.identifier });
    expect(other.identifier).toBe(theirs.identifier);
    expect(other.id).not.toBe(visitor.id);
    expect(other.source_id).not.toBe(visitor.source_id);
  });

  it('proves no address: who has another one is not the contact with it', async () => {
    const email = `${randomUUID()}@example.com`;
    const known = await givenContact(account, { email });

    const caller = await givenCaller(inbox, { ...inbox.proofOf(newId()), email });

    expect(caller.id).not.toBe(known.id);
    const { body } = await account.call('GET', `/contacts/${caller.id}`);
    expect(body).toMatchObject({ email: null, contact_inboxes: [{ claims: { email } }] });
  });

  it('opens nothing of another contact after a merge into that contact', async () => {
    const [proof, theirs] = [inbox.proofOf(newId()), inbox.proofOf(newId())];
    const [caller, other] = [await givenCaller(inbox, proof), await givenCaller(inbox, theirs)];
    const [own, others] = [await givenConversationOf(inbox, caller), await givenConversationOf(inbox, other)];

    const input = { base_contact_id: other.id, mergee_contact_id: caller.id };
    const merged = await account.call('POST', '/actions/contact_merge', input);
    const seen = await inbox.call('GET', `${caller.path}/conversations`);
    const single = await inbox.call('GET', `${caller.path}/conversations/${others.id}`);
    const again = await inbox.call('GET', `${caller.path}${inQuery(proof)}`);
    const byOther = await inbox.call('GET', `${other.path}/conversations`);

    const idsOf = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id);
    expect([merged.status, idsOf(seen), single.status, again.status]).toEqual([200, [own.id], 404, 401]);
    expect(idsOf(byOther)).toEqual([own.id, others.id]);
  });
});
