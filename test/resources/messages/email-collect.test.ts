import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import {
  beginByCampaign,
  givenConversationWith,
  givenConversationIn,
  automaticTexts,
  templatesOf,
} from '../../support/automatic-messages.ts';
import { reply } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const WIDGET = { type: 'web_widget', website_url: 'https://shop.example.com' };

/** Has the contact have written, as the widget does it. */
async function write(conversation: { uuid: string }): Promise<void> {
  await test
    .rows()
    .updateTable('conversations')
    .set({ last_incoming_at: new Date() })
    .where('uuid', '=', conversation.uuid)
    .execute();
}

describe('the question for an e-mail address', () => {
  it('is asked in a widget: a sentence, and a box', async () => {
    const { account, conversation } = await givenConversationWith(test, {}, WIDGET);
    await write(conversation);

    await reply(account, conversation);

    expect(await templatesOf(account, conversation)).toMatchObject([
      { content: 'Leave your e-mail address, so that our answer reaches you when you are gone.', content_type: 'text' },
      { content: 'Your e-mail address', content_type: 'input_email', sender: null },
    ]);
  });

  it('is asked once', async () => {
    const { account, conversation } = await givenConversationWith(test, {}, WIDGET);
    await write(conversation);
    await reply(account, conversation);

    await reply(account, conversation);

    expect(await automaticTexts(account, conversation)).toHaveLength(2);
  });

  it('is not asked before the contact has written', async () => {
    const { account, conversation } = await givenConversationWith(test, {}, WIDGET);

    await reply(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it('is not asked when the inbox has it turned off', async () => {
    const { account, conversation } = await givenConversationWith(test, { enable_email_collect: false }, WIDGET);
    await write(conversation);

    await reply(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it('is not asked in other inboxes', async () => {
    const { account, conversation } = await givenConversationWith(test, { enable_email_collect: true });
    await write(conversation);

    await reply(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it('is not asked when the contact has one', async () => {
    const { account, inbox } = await givenConversationWith(test, {}, WIDGET);
    const conversation = await givenConversationIn(account, inbox, { name: 'Carla', email: 'carla@example.com' });
    await write(conversation);

    await reply(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it('is not asked in a conversation that a campaign started', async () => {
    const { account, inbox, conversation } = await givenConversationWith(test, {}, WIDGET);
    await write(conversation);
    await beginByCampaign(test, account, inbox);

    await reply(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });
});
