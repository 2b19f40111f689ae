import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { Hosts } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

const MESSAGES = Number(process.env['PARLEY_TEST_WIDGET_MESSAGES'] ?? 200);
const PAGE = 20;
/** In the document, at the end of the thread and however far up the visitor reads. */
const [ROWS, MOST_ROWS] = [40, 80];

/** Older than what counts against the limit of messages a minute. */
const AGE_MS = 120_000;

/** A visitor who opens a thread with so many lines in it, from "Line 1" on. */
async function givenThread(): Promise<VisitorChat> {
  const team = await givenTeam(hosts.test);
  const first = new VisitorChat(await hosts.open({ inbox: team.inbox, hasApp: true }));
  await first.begin('Hello');
  await sql`
    insert into messages (account_id, inbox_id, conversation_id, message_type, content, content_type, content_attributes,
      additional_attributes, status, private, sender_type, sender_id, attachments_count, created_at, updated_at)
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${MESSAGES})
    select account_id, inbox_id, conversation_id, message_type, 'Line ' || number, content_type, '{}', '{}', status, private,
      sender_type, sender_id, 0, created_at - ${AGE_MS}, created_at - ${AGE_MS}
    from messages, numbers where inbox_id = ${team.inbox.id}`.execute(hosts.test.rows());
  const host = await hosts.open({ inbox: team.inbox, hasApp: true, context: first.host.context });
  const chat = new VisitorChat(host);
  await chat.open();
  await chat.start('Continue the conversation');
  await chat.sees(`Line ${MESSAGES}`);
  return chat;
}

/** What a visitor sees before and after rows have come, and how many rows are there then. */
type Step = { moved: number; rows: number };

/** Scrolls to one end of what is there, and waits until rows have come at that end. */
const scrollOn = (scroller: Locator, isUp: boolean): Promise<Step> =>
  scroller.evaluate(async (element, isUp) => {
    const rows = () => [...element.querySelectorAll('.row')];
    const outermost = () => rows().at(isUp ? 0 : -1);
    const before = outermost();
    element.scrollTo({ top: isUp ? element.clientHeight - element.scrollHeight + 9 : -9 });
    const { top, bottom } = element.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    const placeOf = (row: Element) => row.querySelector('.bubble')!.getBoundingClientRect().top;
    const seen = rows().find((row) => placeOf(row) > middle)!;
    const was = placeOf(seen);
    await new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (outermost() === before) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }).observe(element, { childList: true, subtree: true });
    });
    return { moved: placeOf(seen) - was, rows: rows().length };
  }, isUp);

/** The numbers of the lines in the document. */
const numbersIn = async (scroller: Locator) =>
  (await scroller.locator('.row .bubble').allTextContents()).map((text) => Number(text.replace('Line ', '')));
const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

describe('a long thread', () => {
  it('keeps what is read at its place, with few rows in the document, up to its beginning and back', async () => {
    const chat = await givenThread();
    const scroller = chat.app.locator('.scroller');
    const steps: Step[] = [];

    const pages = Math.floor(MESSAGES / PAGE);
    for (let page = 1; page <= pages; page += 1) steps.push(await scrollOn(scroller, true));
    await chat.row('Hello').waitFor();
    const atBeginning = await numbersIn(scroller);
    for (let step = 1; step <= 3; step += 1) steps.push(await scrollOn(scroller, false));
    const further = await numbersIn(scroller);

    expect(Math.max(...steps.map(({ moved }) => Math.abs(moved)))).toBeLessThan(1);
    expect(Math.max(...steps.map(({ rows }) => rows))).toBe(MOST_ROWS);
    expect(atBeginning.slice(1)).toEqual(from(1, MOST_ROWS - 1));
    expect(further).toEqual(from(further[0]!, MOST_ROWS));
    await chat.button('Go to the newest message').click();
    await eventually(
      () => numbersIn(scroller),
      (numbers) => numbers.at(-1) === MESSAGES && numbers.length === ROWS,
    );
    expect(await chat.row(`Line ${MESSAGES}`).isVisible()).toBe(true);
  });

  it('is not drawn again while the visitor types, and goes to its end with what they send', async () => {
    const chat = await givenThread();
    const scroller = chat.app.locator('.scroller');
    for (let page = 1; page <= 5; page += 1) await scrollOn(scroller, true);
    await scroller.evaluate((element) => {
      const changes = Object.assign(window, { changes: 0 });
      const observer = new MutationObserver((records) => (changes.changes += records.length));
      observer.observe(element, { childList: true, subtree: true, attributes: true, characterData: true });
    });

    await chat.composer.pressSequentially('It is here');
    const changes = await scroller.evaluate(() => (window as unknown as { changes: number }).changes);
    await chat.composer.press('Enter');
    await chat.sent('It is here');

    expect(changes).toBe(0);
    expect(await chat.row('It is here').isVisible()).toBe(true);
    expect(await scroller.locator('.row').count()).toBe(ROWS);
  });
});
