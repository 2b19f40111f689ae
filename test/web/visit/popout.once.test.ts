import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { Hosts } from '../pages/host-page.ts';
import { openVisitor } from '../pages/open-visitor.ts';
import { givenTeam } from '../pages/team.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

describe('the window of its own', () => {
  it('has the same conversation, in which both are told everything at once', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await openVisitor(hosts, team, { settings: { showPopoutButton: true } });
    await chat.begin('Hello');
    const conversation = await team.conversation();

    const [popup] = await Promise.all([
      host.context.waitForEvent('page'),
      chat.button('Open in a window of its own').click(),
    ]);
    await popup.getByRole('button', { name: 'Continue the conversation' }).click();
    await popup.getByRole('textbox', { name: 'Write a message' }).fill('From the window');
    await popup.getByRole('button', { name: 'Send', exact: true }).click();
    await popup.locator('.row.is-own.is-sent', { hasText: 'From the window' }).waitFor();
    await chat.open();
    await conversation.answer('To both');

    const all = ['Hello', 'From the window', 'To both'];
    expect(await chat.texts(3)).toEqual(all);
    const inPopup = () => popup.locator('.row .bubble').allTextContents();
    expect(await eventually(inPopup, ({ length }) => length === 3)).toEqual(all);
    expect(await team.conversations()).toHaveLength(1);
    // The visitor's token begins with it.
    expect(popup.url()).not.toContain('eyJ');
  });
});
