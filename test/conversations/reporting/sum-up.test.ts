import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MEASURES } from '../../../src/conversations/reporting/measures.ts';
import { sumUp } from '../../../src/conversations/reporting/sum-up.ts';
import { REPORT_KINDS } from '../../../src/entities/report-sum.ts';
import { readFigures } from '../../../src/resources/reports/figures/read-figures.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenContact, givenInbox, givenTeam, type TestAccount } from '../../support/factories.ts';
import { randomFrom } from '../../../bin/seed/random.ts';

const WRITERS = 8;
const STEPS = 12;
const SEED = 7;

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  // Of its own: the sums of all accounts are removed below.
  test = await givenApp({}, { now: () => new Date(), jobs: false });
  account = await givenAccount(test);
});
afterAll(() => test.stop());

describe('summing up', () => {
  it('leaves the same figures as counting one by one, whatever is changed meanwhile', async () => {
    const since = new Date();
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const teams = [(await givenTeam(account)).id, (await givenTeam(account)).id, null];
    const change = changer(inbox.id, contact.id, teams);
    const done = new AbortController();
    const summing = (async () => {
      while (!done.signal.aborted) await sumUp(test.app.tx());
    })();

    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => change(SEED + writer)));
    done.abort();
    await summing;
    const range = { since, until: new Date(Date.now() + 1) };
    const summedUp = await figuresIn(range);

    await test.rows().deleteFrom('report_sums').execute();
    await test.rows().deleteFrom('report_changes').execute();
    await test.rows().updateTable('report_progress').set({ messages_up_to: 0, events_up_to: 0 }).execute();
    expect(summedUp).toEqual(await figuresIn(range));
    expect(summedUp.length).toBeGreaterThan(REPORT_KINDS.length);
  });
});

/** Gives what makes conversations and changes them, as the seed has it. */
function changer(inboxId: number, contactId: number, teams: (number | null)[]) {
  return async (seed: number): Promise<void> => {
    const random = randomFrom(seed);
    const mine: number[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const conversation = random.next() < 0.3 ? undefined : random.pick([undefined, ...mine]);
      if (conversation === undefined) {
        const body = { inbox_id: inboxId, contact_id: contactId };
        mine.push((await account.call('POST', '/conversations', body)).body.id);
        continue;
      }
      const path = `/conversations/${conversation}`;
      const changes = [
        () => account.call('POST', `${path}/messages`, { content: 'Hello', message_type: 'incoming' }),
        () => account.call('POST', `${path}/messages`, { content: 'Hi', message_type: 'outgoing' }),
        () => account.call('POST', `${path}/labels`, { labels: random.shuffled(['vip', 'new', 'old']).slice(1) }),
        () => account.call('POST', `${path}/assignments`, { team_id: random.pick(teams) }),
        () =>
          account.call('POST', `${path}/assignments`, { assignee_id: random.pick([account.administrator.id, null]) }),
        () => account.call('POST', `${path}/toggle_status`, { status: random.pick(['open', 'resolved']) }),
        () => account.call('DELETE', path),
      ];
      const { status, text } = await random.pick(changes)();
      if (status >= 300 && status !== 404) throw new Error(text);
    }
  };
}

/** The figures of all kinds in the range, without those of nothing, in one order. */
async function figuresIn(range: { since: Date; until: Date }) {
  const all = [];
  for (const kind of REPORT_KINDS) {
    // Labels in inboxes count conversations alone.
    const measures = kind === 'inbox_label' ? (['conversations'] as const) : MEASURES;
    const whose = { accountId: account.id, kind, subject: null };
    for (const { subject, period: _, ...figures } of await readFigures(test.app.tx(), whose, range, measures, null)) {
      const row = Object.entries(figures).map(([name, value]) => [name, Number(value)] as const);
      if (row.some(([, value]) => value !== 0)) all.push({ kind, subject, ...Object.fromEntries(row) });
    }
  }
  return all.toSorted((one, other) => (`${one.kind} ${one.subject}` < `${other.kind} ${other.subject}` ? -1 : 1));
}
