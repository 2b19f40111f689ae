import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { Hosts } from '../pages/host-page.ts';
import { openVisitor } from '../pages/open-visitor.ts';
import { givenTeam, type Team } from '../pages/team.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

/** A user of the website as its pages tell it to the widget. */
function givenUser({ inbox }: Team, key = inbox.hmac_token) {
  const identifier = `user-${randomUUID()}`;
  const identifier_hash = createHmac('sha256', key).update(identifier).digest('hex');
  return { identifier, user: { name: 'Uma User', email: `${identifier}@example.com`, identifier_hash } };
}

describe('a user of the website', () => {
  const hmac_mandatory = true;

  it('with the right proof finds the conversation in each browser', async () => {
    const team = await givenTeam(hosts.test, { channel: { hmac_mandatory } });
    const { identifier, user } = givenUser(team);
    const { host, chat } = await openVisitor(hosts, team);
    await host.call('setUser', identifier, user);
    await chat.begin('It is me');
    const conversation = await team.conversation();
    const { meta } = await conversation.read();
    expect(meta).toMatchObject({ sender: { identifier, email: user.email, name: 'Uma User' }, hmac_verified: true });

    const { host: otherHost, chat: other } = await openVisitor(hosts, team);
    await otherHost.call('setUser', identifier, user);
    await other.open();
    await other.start('Continue the conversation');
    await conversation.answer('Welcome');

    for (const one of [chat, other]) expect(await one.texts(2)).toEqual(['It is me', 'Welcome']);
  });

  it.each([
    ['a wrong proof', 'of another website'],
    ['no proof', null],
  ])('with %s is told to the page, and stays unknown', async (_, key) => {
    const team = await givenTeam(hosts.test, { channel: { hmac_mandatory } });
    const { identifier, user } = givenUser(team, key ?? '');
    const { identifier_hash: proof, ...rest } = user;
    const { host, chat } = await openVisitor(hosts, team);

    await host.call('setUser', identifier, key === null ? rest : { ...rest, identifier_hash: proof });
    await chat.begin('It is me');

    const errors = async () => (await host.events()).filter(([name]) => name === 'chatwoot:error');
    const [[, detail] = []] = await eventually(errors, ({ length }) => length === 1);
    expect(JSON.stringify(detail)).toContain('HMAC');
    const { meta } = await (await team.conversation()).read();
    expect(meta.sender).toMatchObject({ identifier: null, email: null });
    expect(await host.page.evaluate(() => document.cookie)).not.toContain('cw_user_');
  });
});

describe('two visitors of one website', () => {
  it('hear nothing of each other', async () => {
    const team = await givenTeam(hosts.test);
    const [one, other] = [await openVisitor(hosts, team), await openVisitor(hosts, team)];
    await one.chat.begin('A quince');
    const first = await team.conversation();
    await other.chat.begin('A medlar');
    const second = await team.conversation(2);

    await first.answer('Quince, then');
    await second.answer('Medlar, then');

    expect(await one.chat.texts(2)).toEqual(['A quince', 'Quince, then']);
    expect(await other.chat.texts(2)).toEqual(['A medlar', 'Medlar, then']);
    expect(await one.heard.has('edlar')).toBe(false);
    expect(await other.heard.has('uince')).toBe(false);
  });
});
