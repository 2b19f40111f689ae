import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenListener } from '../../support/cable/bare-socket.ts';
import { eventually } from '../../support/eventually.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';
import { type HostOptions, Hosts, WITH_MOTION } from '../pages/host-page.ts';
import { openVisitor } from '../pages/open-visitor.ts';
import { givenTeam } from '../pages/team.ts';

const hosts = new Hosts(WITH_MOTION);
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

const NOTE = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') };

function answerWithFile(name: string): FormData {
  const form = new FormData();
  form.set('message_type', 'outgoing');
  form.append('attachments[]', new File(['Bye'], name, { type: 'text/plain' }));
  return form;
}

describe("a visitor's life", () => {
  it('is whole: written, answered, files both ways, typing, seen, resolved, rated, and begun anew', async () => {
    const settings = { csat_survey_enabled: true, allow_messages_after_resolved: false };
    const team = await givenTeam(hosts.test, { settings });
    const agent = await givenListener(hosts.test, team.account, team.account.administrator);
    const agentHears = (event: string) => agent.frame(({ message }) => message?.event === event);
    const { host, chat, heard } = await openVisitor(hosts, team);

    await chat.begin('Where is my parcel?');
    const first = await team.conversation();
    const { message: told } = await agent.frame(({ message }) => message?.data?.content === 'Where is my parcel?');
    expect(told.event).toBe('message.created');

    // From the first answer on, the socket tells everything.
    await first.answer('Let me look');
    await chat.sees('Let me look');
    await chat.composer.pressSequentially('Wa');
    await agentHears('conversation.typing_on');
    await chat.composer.fill('');
    await first.call('POST', '/toggle_typing_status', { typing_status: 'on' });
    await chat.app.getByText('Someone is typing').waitFor({ state: 'attached' });
    await first.answer('Secret: they always ask', { private: true });
    await first.call('POST', '/toggle_typing_status', { typing_status: 'on', is_private: true });
    await first.answer('On its **way**');
    await chat.app.locator('.bubble strong', { hasText: 'way' }).waitFor();
    await eventually(first.read, ({ contact_last_seen_at: at }) => at > 0);
    expect(await chat.app.locator('[aria-live]').textContent()).toContain('On its way');

    await chat.choose(NOTE);
    await chat.app.locator('.row.is-own.is-sent a.file').waitFor();
    await first.call('POST', '/messages', answerWithFile('bill.txt'));
    await chat.app.locator('.row:not(.is-own) a.file').waitFor();
    expect(await chat.app.locator('a.file').allTextContents()).toEqual(['note.txt', 'bill.txt']);
    expect(await first.messages()).toContainEqual(
      expect.objectContaining({ message_type: 0, attachments: [expect.objectContaining({ extension: 'txt' })] }),
    );

    await first.resolve();
    await chat.app.getByRole('radio', { name: 'Good', exact: true }).check({ force: true });
    await chat.app.getByRole('textbox', { name: /Tell us more/ }).fill('Quick');
    await chat.button('Submit').click();
    await chat.app.getByText('Thank you').waitFor();
    const { body: ratings } = await team.account.call('GET', '/csat_survey_responses');
    expect(ratings).toMatchObject([{ rating: 4, feedback_message: 'Quick' }]);

    await chat.button('Start a new conversation').click();
    await chat.write('And my other parcel?');
    const second = await team.conversation(2);
    await second.answer('On its way, too');
    expect(await chat.texts(2)).toEqual(['And my other parcel?', 'On its way, too']);

    expect(await heard.has('On its way, too')).toBe(true);
    const { email, token } = team.account.administrator;
    for (const secret of ['Secret', email, token, team.inbox.hmac_token]) expect(await heard.has(secret)).toBe(false);
    for (const { url } of heard.answers) expect(url).not.toContain('conversation=');
    expect(heard.frames.filter((frame) => frame.includes('"is_private":true'))).toEqual([]);
    expect((await host.events()).map(([name]) => name)).toContain('chatwoot:on-message');
    expect(host.problems).toEqual([]);
    await agent.close();
  });

  it('is the same in two tabs and after a reload', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await openVisitor(hosts, team);
    await chat.begin('One');
    const conversation = await team.conversation();
    await host.page.reload();
    const { chat: other } = await openVisitor(hosts, team, { context: host.context });
    await other.open();
    await other.start('Continue the conversation');

    await other.write('Two');
    await other.sent('Two');
    await conversation.answer('Three');

    for (const tab of [chat, other]) expect(await tab.texts(3)).toEqual(['One', 'Two', 'Three']);
    expect(await team.conversations()).toHaveLength(1);
  });
});

describe('another day', () => {
  const EVENING = new Date('2026-11-22T18:00:00Z');
  const MORNING = new Date('2026-11-23T09:00:00Z');
  const slow = new Hosts(WITH_MOTION);
  let now = EVENING;
  beforeAll(() => slow.start({}, { now: () => now }));
  afterAll(() => slow.stop());

  it('finds the conversation again in a browser that was closed', async () => {
    const team = await givenTeam(slow.test);
    const browser = { timezoneId: 'UTC' };
    const prepare: HostOptions['prepare'] = (page) => page.clock.setFixedTime(now);
    const first = await slow.open({ inbox: team.inbox, hasApp: true, browser, prepare });
    await new VisitorChat(first).begin('Good evening');
    await (await team.conversation()).answer('We look into it');
    await new VisitorChat(first).texts(2);
    const storageState = await first.context.storageState();
    await slow.close();

    now = MORNING;
    const next = new VisitorChat(
      await slow.open({ inbox: team.inbox, hasApp: true, browser: { ...browser, storageState }, prepare }),
    );
    await next.open();
    await next.start('Continue the conversation');
    await next.write('Good morning');
    await next.sent('Good morning');

    expect(await next.texts(3)).toEqual(['Good evening', 'We look into it', 'Good morning']);
    expect(await next.app.locator('.day').allTextContents()).toEqual(['Nov 22, 2026', 'Nov 23, 2026']);
    expect(await team.conversations()).toHaveLength(1);
    await slow.close();
  });
});

describe('a closed chat', () => {
  it('shows what the team wrote meanwhile, and how much is unread', async () => {
    const team = await givenTeam(hosts.test);
    const { chat } = await openVisitor(hosts, team);
    await chat.begin('Hello');
    const conversation = await team.conversation();
    await conversation.answer('Moment');
    await chat.texts(2);
    await chat.close();

    await conversation.answer('Are you there?');
    await conversation.answer('Hello?');

    const seeAll = chat.button('Open the conversation (2)');
    await seeAll.waitFor();
    expect(await chat.preview.locator('.clip').allTextContents()).toEqual(['Are you there?', 'Hello?']);
    expect(await chat.bubble.getAttribute('aria-label')).toContain('(2)');
    await seeAll.click();
    await chat.isOpen();
    expect(await chat.texts(4)).toEqual(['Hello', 'Moment', 'Are you there?', 'Hello?']);
  });
});
