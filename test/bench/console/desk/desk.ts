import { join } from 'node:path';
import { addMembers } from '../../support/add-members.ts';
import { seedLarge } from '../../support/large/seed.ts';
import type { Options } from '../../options.ts';
import { type Program, serve, stop, UNLIMITED } from '../../support/processes.ts';
import { median } from '../../support/rounds.ts';
import { printHead, printMachine, printRow } from '../../support/tables.ts';
import { withInstallation } from '../../support/with-installation.ts';
import { measureIdleConsoles } from './idle-consoles.ts';
import { measureOpening } from './opening.ts';
import { givePassword, type Place, startFast } from './place.ts';
import { measureScrolling } from './scrolling.ts';
import { measureStanding } from './standing.ts';
import { measureTyping, seedThread } from './typing.ts';

/** As many conversations as a list is scrolled through. */
const SIZE = { contacts: 10_000, conversations: 10_000, messages: 40_000 };
const MEMBERS = 20;

/** Measures what those wait for who work in the console, in a browser, and prints. */
export function benchDesk(program: Program, { rounds }: Options): Promise<void> {
  return withInstallation(program, UNLIMITED, async ({ installation, token }) => {
    seedLarge(join(installation.dataDir, 'parley.db'), SIZE);
    const members = addMembers(installation, MEMBERS, 'administrator');
    const password = await givePassword(program, installation);
    const server = await serve(program, installation);
    const browser = await startFast();
    const place: Place = { server, token, browser, password };
    try {
      printMachine(`Chromium ${browser.version()}, medians of ${rounds} rounds`);
      await measureAll(place, rounds);
      printRow([
        '200 idle consoles, of one processor',
        '2 %',
        `${(100 * (await measureIdleConsoles(server, members))).toFixed(2)} %`,
      ]);
    } finally {
      await browser.close();
      await stop(server);
    }
  });
}

async function measureAll(place: Place, rounds: number): Promise<void> {
  const each = async <T>(measure: () => Promise<T>): Promise<T[]> => {
    const found: T[] = [];
    for (let round = 0; round < rounds; round += 1) found.push(await measure());
    return found;
  };
  printHead(['in the console', 'at most', 'median']);
  const ms = (values: number[]) => `${median(values).toFixed(1)} ms`;
  const opening = await each(() => measureOpening(place));
  printRow(['first visit, to the first row', '', ms(opening.map(({ cold }) => cold))]);
  printRow(['later visit, to the first row', '300 ms', ms(opening.map(({ warm }) => warm))]);
  printRow(['first visit, slow device and line', '1000 ms', ms(opening.map(({ slow }) => slow))]);
  printRow(['a conversation that is not held, p95', '150 ms', ms(opening.map(({ fetched }) => fetched))]);
  printRow(['a held conversation, p95', '50 ms', ms(opening.map(({ held }) => held))]);

  const scrolling = await each(() => measureScrolling(place));
  printRow(['longest frame in 10 s of scrolling', '50 ms', ms(scrolling.map(({ longest }) => longest))]);
  printRow(['frames above 50 ms', '0', String(median(scrolling.map(({ late }) => late)))]);
  printRow(['most rows in the page', '60', String(Math.max(...scrolling.map(({ most }) => most)))]);
  printRow(['last row that was reached', '', String(median(scrolling.map(({ reached }) => reached)))]);

  const conversation = await seedThread(place);
  const typing = await each(() => measureTyping(place, conversation));
  printRow(['a key, beside 5,000 messages, p95', '16 ms', ms(typing.map(({ key }) => key))]);
  printRow(['messages in the page then', '', String(median(typing.map(({ articles }) => articles)))]);

  const { requests, heapBefore, heapAfter } = await measureStanding(place);
  printRow(['requests in an idle minute, for an hour', '10', String(requests * 60)]);
  printRow(['heap at the start', '', `${heapBefore.toFixed(1)} MB`]);
  printRow(['heap after 10,000 events', '80 MB', `${heapAfter.toFixed(1)} MB`]);
}
