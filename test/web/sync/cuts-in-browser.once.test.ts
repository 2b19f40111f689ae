import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { givenAccountIn } from '../../support/account-in.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { randomFrom } from '../../../bin/seed/random.ts';
import { theBrowser } from '../../support/web/browser.ts';
import { type CutServer, givenCutServer, type Kind } from '../../support/web/cuts.ts';
import { givenHost, type HostPage } from '../../support/web/host-page.ts';
import { type Team, teamOf } from '../../support/web/team.ts';
import { openTab, type ShownRow, type Tab } from '../pages/tab.ts';
import { figuresOf, type Measured } from './figures.ts';

const MANY = Number(process.env['PARLEY_TEST_WIDGET_CUTS'] ?? 0);
/** Unless told otherwise, each kind of cut twice and more. */
const CUTS = MANY || 10;
const SEED = Number(process.env['PARLEY_TEST_WIDGET_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** After so many, both sides wait until all has arrived. */
const CUTS_IN_A_ROW = 10;
/** The kinds in their order, over and over. */
const ORDER: readonly Kind[] = ['server', 'connections', 'offline', 'connections', 'offline'];
const LONGEST_PAUSE_MS = 300;
const LONGEST_CUT_MS = 60_000;
/** Less than the app has in all. */
const BYTES_OF_APP = 35_000;
const ENV = {
  PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
  PARLEY_RATE_LIMIT_CONTACT_REQUESTS_PER_MINUTE: '0',
  PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
};

const random = randomFrom(SEED);
let place: Place;
let server: CutServer;
let host: HostPage;
let team: Team;
let context: BrowserContext;
beforeAll(async () => {
  place = await givenPlace();
  const account = await givenAccountIn(place);
  server = await givenCutServer(place, ENV, random);
  host = await givenHost(server.connection.url);
  team = teamOf(server.url, account);
  context = await (await theBrowser()).newContext();
});
afterAll(async () => {
  await context.close();
  await host.stop();
  await server.stop();
  await place.remove();
});

/** So many of each writer, with the probes of a round, are fewer than the rows that a thread shows at its end. */
const MOST_AT_ONCE = 8;

/** Somebody who writes until `MOST_AT_ONCE` messages are written, `write` being called with one content after the other, until `stop`. */
function startWriter(name: string, written: string[], write: (content: string) => Promise<unknown>) {
  const state = { isOver: false };
  const writing = (async () => {
    for (let count = 0; !state.isOver && count < MOST_AT_ONCE; count += 1) {
      const content = `${name}${written.length}`;
      written.push(content);
      await write(content);
      await sleep(random.next() * LONGEST_PAUSE_MS);
    }
  })();
  return {
    stop() {
      state.isOver = true;
      return writing;
    },
  };
}

it(
  `both sides have each message once and in the same order after ${CUTS} cuts of the connection (seed ${SEED})`,
  async () => {
    const channel = { type: 'web_widget', website_url: 'https://shop.example.com' };
    const inbox = await team.call('POST', '/inboxes', { name: 'Shop', channel });
    await team.call('PATCH', `/inboxes/${inbox.id}`, { enable_email_collect: false });
    const tabs = [await openTab(context, host.at(inbox.website_token))];
    await tabs[0]!.write('Hello');
    const list = () => team.call('GET', `/conversations?inbox_id=${inbox.id}&status=all`);
    const { data } = await eventually(list, ({ data }) => data.payload.length === 1);
    const conversation: number = data.payload[0].id;
    tabs.push(await openTab(context, host.at(inbox.website_token)));

    const answer = (content: string) =>
      team.call('POST', `/conversations/${conversation}/messages`, { content, message_type: 'outgoing' });
    const written: Record<string, string[]> = { 'team-': [], 'first-': [], 'second-': [] };
    const writers = () => [
      startWriter('team-', written['team-']!, answer),
      ...tabs.map((tab, index) => {
        const name = index === 0 ? 'first-' : 'second-';
        return startWriter(name, written[name]!, tab.write);
      }),
    ];
    const measured: Measured[] = [];
    let known = { id: 0, content: 'Hello' };
    let probes = 0;

    for (let done = 0; done < CUTS;) {
      const reloaded = done > 0 ? await reload(random.pick(tabs)) : null;
      const writing = writers();
      await reloaded?.back;
      for (const until = Math.min(CUTS, done + CUTS_IN_A_ROW); done < until; done += 1) {
        const kind = ORDER[done % ORDER.length]!;
        measured.push(await cut(kind, done % 2 === 0));
      }
      await Promise.all(writing.map((writer) => writer.stop()));
      known = await settled();
      if (MANY) report();
    }

    const stored = await team.messages(conversation);
    const contents = stored.map(({ content }) => content);
    for (const [name, all] of Object.entries(written)) {
      expect(contents.filter((content) => content.startsWith(name))).toEqual(all);
    }
    expect(contents.length).toBe(1 + probes + Object.values(written).flat().length);
    expect(tabs.flatMap(({ problems }) => problems)).toEqual([]);
    expect(await list()).toMatchObject({ data: { payload: [{ id: conversation }] } });

    /** A long run says after each part how it goes, since it may be ended before its end. */
    function report() {
      console.log(figuresOf(measured, { newest: known.id, repeated: tabs.map((tab) => tab.repeated()) }));
    }

    /**
     * Cuts the connection once. `isAwaited`: until both tabs have what was written meanwhile; otherwise the next cut may
     * come before.
     */
    async function cut(kind: Kind, isAwaited: boolean): Promise<Measured> {
      await sleep(random.next() * LONGEST_PAUSE_MS);
      const begun = Date.now();
      const content = `probe-${(probes += 1)}`;
      const back = await server.cut(kind, context, () => answer(content));
      if (!isAwaited) return { kind, subscribed: [], shown: [] };
      const shown = await Promise.all(tabs.map((tab) => shownAt(tab, content)));
      const after = ({ subscribed }: Tab) => subscribed.find((at) => at > begun);
      const late = (at: number | undefined) => (at === undefined || at < back ? [] : [at - back]);
      return { kind, subscribed: tabs.flatMap((tab) => late(after(tab))), shown: shown.flatMap(late) };
    }

    /** Waits until the tab shows this; with much that is newer it does so only further up. Returns when it was seen. */
    async function shownAt(tab: Tab, content: string): Promise<number> {
      await eventually(
        () => tab.rows(known.content),
        (rows) => rows.some(({ text }) => text === content),
      );
      return (await tab.shownAt())[content]!;
    }

    /** Waits until each tab shows all that the server has since the last time; returns the newest. */
    async function settled() {
      const [first, ...rest] = await eventually(
        () => team.messages(conversation, known.id - 1),
        (found) => Object.values(written).every((all) => found.some(({ content }) => content === all.at(-1))),
      );
      const expected = [first!, ...rest].map(({ content }) => ({ text: content, state: 'sent' }));
      for (const tab of tabs) {
        const rows = () => tab.rows(first!.content);
        const isThere = (shown: ShownRow[]) => isDeepStrictEqual(shown, expected);
        await eventually(rows, isThere).catch(async () => expect(await rows()).toEqual(expected));
      }
      return [first!, ...rest].at(-1)!;
    }

    /** Loads the page again, and cuts the connection meanwhile or soon after that; `back` is when it is there again. */
    async function reload({ page, isThere, open }: Tab) {
      const back = server.cut('connections', context, undefined, BYTES_OF_APP);
      await page.reload();
      if (!(await isThere())) {
        await back;
        await page.reload();
      }
      await open();
      return { back };
    }
  },
  CUTS * LONGEST_CUT_MS,
);
