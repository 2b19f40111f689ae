import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { Hosts } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

/** A visitor who has written, and what was answered; `settings` are of the inbox. */
async function givenTalk(settings: object = {}) {
  const team = await givenTeam(hosts.test, { settings });
  const host = await hosts.open({ inbox: team.inbox, hasApp: true });
  const chat = new VisitorChat(host);
  await chat.begin('Hello');
  const conversation = await team.conversation();
  await conversation.answer('Good morning');
  await chat.texts(2);
  return { team, host, chat, conversation };
}

describe('a conversation that was resolved meanwhile', () => {
  it('is opened again by the next message', async () => {
    const { team, chat, conversation } = await givenTalk();
    await conversation.resolve();

    await chat.write('Still broken');
    await chat.sent('Still broken');

    expect((await conversation.read()).status).toBe('open');
    expect(await chat.texts(3)).toEqual(['Hello', 'Good morning', 'Still broken']);
    expect(await team.conversations()).toHaveLength(1);
  });

  it('goes on in an inbox that allows one conversation alone, also where it could not be written into', async () => {
    const { team, host, chat, conversation } = await givenTalk({
      allow_messages_after_resolved: false,
      lock_to_single_conversation: true,
    });
    await conversation.resolve();
    await chat.button('Start a new conversation').click();
    await chat.write('Still broken');
    await chat.sent('Still broken');
    await host.context.setOffline(true);
    await host.context.setOffline(false);
    await conversation.answer('Let me look');

    await chat.sees('Let me look');
    await host.page.reload();
    await chat.sees('Let me look');
    expect(await team.conversations()).toHaveLength(1);
  });
});

describe('several conversations of a visitor', () => {
  it('are shown one at a time: the newest', async () => {
    const { team, host, chat, conversation } = await givenTalk();
    const { meta } = await conversation.read();
    await team.account.call('POST', '/conversations', {
      inbox_id: team.inbox.id,
      contact_id: meta.sender.id,
      message: { content: 'Something new' },
    });

    await chat.sees('Something new');
    expect(await chat.texts(1)).toEqual(['Something new']);
    await chat.write('Tell me');
    await chat.sent('Tell me');
    await host.page.reload();

    expect(await chat.texts(2)).toEqual(['Something new', 'Tell me']);
    expect((await conversation.messages()).map(({ content }) => content)).not.toContain('Tell me');
  });
});

describe('a contact who was blocked meanwhile', () => {
  it('still writes, and disturbs no one', async () => {
    const { team, chat, conversation } = await givenTalk();
    const { meta } = await conversation.read();
    await team.account.call('PATCH', `/contacts/${meta.sender.id}`, { blocked: true });
    await conversation.resolve();

    await chat.write('Buy this');
    await chat.sent('Buy this');

    expect((await conversation.read()).status).toBe('resolved');
  });
});

describe('an inbox that was deleted meanwhile', () => {
  it('leaves what was written, says that it was not sent, and disturbs the page no more', async () => {
    const { team, host, chat } = await givenTalk();
    const deleted = await team.account.call('DELETE', `/inboxes/${team.inbox.id}`);
    expect(deleted.status).toBe(200);
    const isGone = async () => (await team.account.call('GET', `/inboxes/${team.inbox.id}`)).status;
    await eventually(isGone, (status) => status === 404);

    await chat.write('Is anybody there?');
    await chat.app.locator('.row.is-failed', { hasText: 'Inbox not found' }).waitFor();
    await chat.button('Discard').click();
    await chat.app.locator('.row.is-failed').waitFor({ state: 'detached' });
    await chat.close();

    expect(await host.page.locator('#buy').isVisible()).toBe(true);
  });
});

describe('an account that was suspended meanwhile', () => {
  it('takes no messages, which can be sent when it is active again', async () => {
    const { team, chat, conversation } = await givenTalk();
    const set = (status: 'active' | 'suspended') =>
      hosts.test.rows().updateTable('accounts').set({ status }).where('id', '=', team.account.id).execute();
    await set('suspended');
    await chat.write('Still there?');
    await chat.app.locator('.row.is-failed', { hasText: 'Account is suspended' }).waitFor();

    await set('active');
    await chat.button('Try again').click();
    await chat.sent('Still there?');

    expect((await conversation.messages()).at(-1).content).toBe('Still there?');
  });
});
