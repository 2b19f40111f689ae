import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { givenAgent, givenBot } from '../../support/factories.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';
import { type HostOptions, Hosts, WITH_MOTION } from '../pages/host-page.ts';
import { without } from '../pages/other-browsers.ts';
import { givenTeam } from '../pages/team.ts';

const hosts = new Hosts(WITH_MOTION);
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

/** A visitor who has written, and whose chat hears what the team does. */
async function givenTalk(options: HostOptions = {}) {
  const team = await givenTeam(hosts.test);
  const host = await hosts.open({ inbox: team.inbox, hasApp: true, ...options });
  const chat = new VisitorChat(host);
  await chat.begin('Hello');
  const conversation = await team.conversation();
  await conversation.answer('Good morning');
  await chat.texts(2);
  return { team, host, chat, conversation };
}

describe('a long thread', () => {
  it('is read page by page, with few rows in the document', async () => {
    const { team, host, chat, conversation } = await givenTalk();
    for (let count = 1; count <= 70; count += 1) await conversation.answer(`Line ${count}`);
    await chat.sees('Line 70');
    const { chat: fresh } = {
      chat: new VisitorChat(await hosts.open({ inbox: team.inbox, hasApp: true, context: host.context })),
    };
    await fresh.open();
    await fresh.start('Continue the conversation');
    expect(await fresh.texts(20)).toContain('Line 51');

    const rows = fresh.app.locator('.row');
    const older = fresh.button('Show earlier messages');
    for (const [first, count] of [
      ['Line 31', 40],
      ['Line 11', 60],
      ['Hello', 72],
    ] as const) {
      // Not by the mouse, which would scroll to it: that alone reads on.
      await older.dispatchEvent('click');
      await fresh.row(first).first().waitFor();
      expect(await rows.count()).toBe(count);
    }
    expect(await older.count()).toBe(0);

    await fresh.app.locator('.scroller').evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
    await fresh.button('Go to the newest message').click();
    await eventually(
      () => rows.count(),
      (count) => count === 40,
    );
    expect(await fresh.row('Line 70').isVisible()).toBe(true);
  });

  it('reads on by itself where the visitor scrolls up, and keeps the place', async () => {
    const { team, host, conversation } = await givenTalk();
    for (let count = 1; count <= 30; count += 1) await conversation.answer(`Line ${count}`);
    const chat = new VisitorChat(await hosts.open({ inbox: team.inbox, hasApp: true, context: host.context }));
    await chat.open();
    await chat.start('Continue the conversation');
    await chat.sees('Line 30');

    const scroller = chat.app.locator('.scroller');
    await scroller.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
    await chat.sees('Line 1');
    await conversation.answer('The newest');
    await chat.sees('The newest');

    expect(await scroller.evaluate((element) => element.scrollTop)).toBeLessThan(-100);
  });
});

describe('a message', () => {
  it('is Markdown, with emoji, from either side', async () => {
    const { chat, conversation } = await givenTalk();
    await conversation.answer('See [the **shop**](https://shop.example/a) 🎉\n\n- one\n- `two`');
    await chat.write('*Thank* you 👍🏽');

    const link = chat.app.getByRole('link', { name: 'the shop' });
    await link.waitFor();
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await chat.app.locator('.bubble li').allTextContents()).toEqual(['one', 'two']);
    await chat.app.locator('.is-own em', { hasText: 'Thank' }).waitFor();
    expect(await chat.texts(4)).toContain('Thank you 👍🏽');
  });

  it('can be a reply, which shows what it replies to', async () => {
    const { chat, conversation } = await givenTalk();
    await chat.row('Good morning').getByRole('button', { name: 'Reply' }).click();
    await chat.app.locator('.reply-to', { hasText: 'Good morning' }).waitFor();

    await chat.write('Indeed it is');
    await chat.sent('Indeed it is');

    const [, asked, replied] = await conversation.messages();
    expect(replied.content_attributes.in_reply_to).toBe(asked.id);
    expect(await chat.row('Indeed it is').locator('.quoted').textContent()).toBe('Good morning');
    await conversation.answer('Quite', { content_attributes: { in_reply_to: replied.id } });
    await chat.app.locator('.row:not(.is-own) .quoted', { hasText: 'Indeed it is' }).waitFor();
  });

  it('says so when the team has deleted it', async () => {
    const { chat, conversation } = await givenTalk();
    const { id } = await conversation.answer('The password is 1234');
    await chat.sees('The password is 1234');

    await conversation.call('DELETE', `/messages/${id}`);

    await chat.sees('This message was deleted');
    expect(await chat.row('The password is 1234').count()).toBe(0);
  });

  it('has the name of who wrote it: an agent, or a bot', async () => {
    const { team, chat, conversation } = await givenTalk();
    const [agent, bot] = [
      await givenAgent(hosts.test, team.account, 'Ann Agent'),
      await givenBot(hosts.test, team.account, team.inbox.id),
    ];
    const write = (content: string, { token }: { token: string }) =>
      team.account.call(
        'POST',
        `/conversations/${conversation.id}/messages`,
        { content, message_type: 'outgoing' },
        {
          token,
        },
      );

    await write('I am a person', agent);
    await write('I am a program', bot);

    await chat.texts(4);
    const senders = chat.app.locator('.row:not(.is-own) .sender');
    expect((await senders.allTextContents()).map((text) => /(Ada Admin|Ann Agent|Bo Bot)/.exec(text)?.[0])).toEqual([
      'Ada Admin',
      'Ann Agent',
      'Bo Bot',
    ]);
  });

  it('is not shown where it tells of the work of the team', async () => {
    const { team, chat, conversation } = await givenTalk();
    await conversation.call('POST', '/assignments', { assignee_id: team.account.administrator.id });
    await conversation.call('POST', '/labels', { labels: ['vip'] });
    await conversation.call('POST', '/toggle_priority', { priority: 'high' });
    await conversation.answer('All is well');

    expect(await chat.texts(3)).toEqual(['Hello', 'Good morning', 'All is well']);
    const types = (await conversation.messages()).map(({ message_type: type }: { message_type: number }) => type);
    expect(types).toContain(2);
  });
});

describe('what is typed', () => {
  it.each([
    ['by itself', []],
    ['where the browser does not make it', ['fieldSizing']],
  ] as const)('is as high as its text, up to a limit: %s', async (_, lacking) => {
    const { chat } = await givenTalk({ prepare: without(...lacking) });
    const heightOf = async (lines: number) => {
      await chat.composer.fill(Array.from({ length: lines }, (_, line) => `Line ${line}`).join('\n'));
      return (await chat.composer.boundingBox())!.height;
    };

    const [one, three, many, oneAgain] = [await heightOf(1), await heightOf(3), await heightOf(40), await heightOf(1)];

    expect(three - one).toBeGreaterThan(40);
    expect([many, oneAgain]).toEqual([140, one]);
    await chat.composer.fill('One\nTwo\nThree');
    await chat.button('Send').click();
    await eventually(
      async () => (await chat.composer.boundingBox())?.height,
      (height) => height === one,
    );
  });

  it('takes emoji, and is still there after a reload', async () => {
    const { host, chat } = await givenTalk();
    await chat.composer.fill('So ');
    await chat.button('Emoji').click();
    await chat.button('😀').click();
    expect(await chat.composer.inputValue()).toBe('So 😀');

    await host.page.reload();

    expect(await chat.composer.inputValue()).toBe('So 😀');
  });
});

describe('who is there', () => {
  it('is told both ways: what the visitor has seen, that they are online, and that somebody writes', async () => {
    const { team, chat, conversation } = await givenTalk();
    const statusOf = async (content: string) =>
      (await conversation.messages()).find((message) => message.content === content)?.status;
    await eventually(
      () => statusOf('Good morning'),
      (status) => status === 'read',
    );
    const { body } = await team.account.call('GET', '/contacts/active');
    expect(body.payload).toHaveLength(1);

    await conversation.call('POST', '/update_last_seen');
    await conversation.call('POST', '/toggle_typing_status', { typing_status: 'on' });
    await chat.app.locator('.typing').waitFor();
    await conversation.call('POST', '/toggle_typing_status', { typing_status: 'off' });
    await chat.app.locator('.typing').waitFor({ state: 'detached' });

    await chat.close();
    await conversation.answer('Not seen');
    await chat.preview.waitFor();
    expect(await statusOf('Not seen')).not.toBe('read');
  });
});
