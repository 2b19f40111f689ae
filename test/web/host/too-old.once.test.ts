import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Hosts } from '../pages/host-page.ts';
import { openVisitor } from '../pages/open-visitor.ts';
import { without } from '../pages/other-browsers.ts';
import { givenTeam } from '../pages/team.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

describe('a browser that is too old for the chat', () => {
  it('says so in the language of the visitor, asks the server for nothing else, and can be closed', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await openVisitor(hosts, team, {
      settings: { locale: 'de' },
      prepare: without('relativeColors'),
    });

    await chat.open();

    await chat.app.getByText('Ihr Browser ist zu alt für diesen Chat.').waitFor();
    expect(host.asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
    await chat.button('Schließen').click();
    await host.page.waitForSelector('#cw-widget-holder.woot--hide', { state: 'attached' });
    expect(host.problems).toEqual([]);
  });
});
