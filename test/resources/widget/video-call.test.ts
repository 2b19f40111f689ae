import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount } from '../../support/factories.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { type Asked, DYTE_SETTINGS, givenRealtimeKit } from '../../support/providers/realtime-kit.ts';
import { givenVisitor, givenWebsite, type Visitor } from '../../support/public/website.ts';

let test: TestApp;
let kit: ProviderServer<Asked>;
beforeAll(async () => {
  kit = await givenRealtimeKit();
  test = await givenApp({ 'integrations.dyte_url': kit.url });
});
afterAll(async () => {
  await test.stop();
  await kit.stop();
});

async function given() {
  const account = await givenAccount(test);
  await account.call('POST', '/integrations/hooks', { app_id: 'dyte', settings: DYTE_SETTINGS });
  const website = await givenWebsite(test, account);
  const visitor = await givenVisitor(website);
  const { body: call } = await account.call('POST', '/integrations/dyte/create_a_meeting', {
    conversation_id: visitor.message.conversation_id,
  });
  const enter = (message: number, as: Pick<Visitor, 'token'> = visitor) =>
    website.call('POST', '/integrations/dyte/add_participant_to_meeting', { message_id: message }, as);
  return { account, website, visitor, call, enter };
}

describe('POST widget/integrations/dyte/add_participant_to_meeting', () => {
  it('lets the visitor into the call, again with another token, and not as its host', async () => {
    const { call, enter } = await given();
    kit.sent.length = 0;

    const first = await enter(call.id);
    const again = await enter(call.id);

    expect([first.status, first.body]).toEqual([200, { id: expect.any(String), token: expect.any(String) }]);
    expect(again.body.id).toBe(first.body.id);
    expect(again.body.token).not.toBe(first.body.token);
    expect(kit.sent[0]!.body).toMatchObject({
      custom_participant_id: expect.stringMatching(/^contact:\d+$/),
      preset_name: 'group_call_participant',
    });
  });

  it('does not find the calls of others, and refuses other messages', async () => {
    const { website, visitor, call, enter } = await given();
    const other = await givenVisitor(website);

    const foreign = await enter(call.id, other);
    const plain = await enter(visitor.message.id);
    const nobody = await enter(call.id, { token: '' });

    expect([foreign.status, foreign.body.error]).toEqual([404, 'Message not found']);
    expect([plain.status, plain.body.error]).toEqual([422, 'Invalid message type']);
    expect(nobody.status).toBeGreaterThanOrEqual(401);
  });
});
