import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Console } from '../../../../src/web/console/console.ts';
import type { Mode } from '../../../../src/web/console/store/drafts.ts';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { givenAccount, givenConversation, type TestAccount } from '../../../support/factories.ts';
import { memoryKeeper, openConsole } from '../../../support/web/console.ts';
import { type Connection, givenConnection } from '../../../support/web/connection.ts';

let test: TestApp;
let account: TestAccount;
let connection: Connection;
let id: number;
const stops: (() => void)[] = [];
let browsers = 0;
beforeAll(async () => {
  test = await givenApp({ 'server.max_file_bytes': '1000' });
  account = await givenAccount(test);
  connection = await givenConnection(test.url);
  ({ id } = await givenConversation(account));
});
afterEach(() => stops.splice(0).forEach((stop) => stop()));
afterAll(async () => {
  await connection.stop();
  await test.stop();
});

function givenBrowser() {
  browsers += 1;
  const { token } = account.administrator;
  return { url: connection.url, token, accountId: account.id, keeper: memoryKeeper(), browser: `files ${browsers}` };
}

async function open(browser: ReturnType<typeof givenBrowser>): Promise<Console> {
  const { console } = await openConsole(browser);
  stops.push(console.stop);
  return console;
}

const file = (name: string, content = name) => new File([content], name, { type: 'text/plain' });
const draftOf = (console: Console, mode: Mode = 'reply') => console.drafts.of(id, mode).peek();
const namesIn = (console: Console, mode: Mode = 'reply') => draftOf(console, mode).files.map(({ name }) => name);
const isSent = (console: Console) =>
  eventually(
    () => console.outbox.entries.peek().length,
    (left) => left === 0,
  );

/** Sends the draft as the composer does. */
function send(console: Console, undoMs = 0, mode: Mode = 'reply'): string {
  const { text, files } = draftOf(console, mode);
  const draft = { mode, text, replyTo: null, recipients: null };
  return console.send(id, { content: text, isPrivate: mode === 'note', files, draft }, undoMs);
}

/** The messages of the team, each with what its files contain. */
async function stored(): Promise<[content: string | null, ...files: string[]][]> {
  const { body } = await account.call('GET', `/conversations/${id}/messages`);
  type Wire = { content: string | null; message_type: number; attachments?: { data_url: string }[] };
  const ours = (body.payload as Wire[]).filter(({ message_type: type }) => type === 1);
  return Promise.all(
    ours.map(async ({ content, attachments = [] }) => {
      const contents = attachments.map(async ({ data_url: url }) => (await fetch(url)).text());
      return [content, ...(await Promise.all(contents))] as [string | null, ...string[]];
    }),
  );
}

/** The keys of the files that the browser keeps. */
const kept = async ({ keeper }: ReturnType<typeof givenBrowser>) => (await keeper.all('file:')).length;

describe('files of a message', () => {
  it('are sent with it, in order among other messages, and forgotten then', async () => {
    const browser = givenBrowser();
    const console = await open(browser);
    console.send(id, { content: 'before', isPrivate: false });
    console.drafts.write(id, 'reply', 'with two');
    await console.drafts.attach(id, 'reply', [file('one.txt'), file('two.txt')]);
    const keptBefore = await kept(browser);
    send(console);
    await console.drafts.attach(id, 'reply', [file('alone.txt')]);
    send(console);
    console.send(id, { content: 'after', isPrivate: false });
    const draft = draftOf(console);

    await isSent(console);

    expect((await stored()).slice(-4)).toEqual([
      ['before'],
      ['with two', 'one.txt', 'two.txt'],
      [null, 'alone.txt'],
      ['after'],
    ]);
    expect(draft).toMatchObject({ text: '', files: [] });
    expect(keptBefore).toBe(2);
    await eventually(
      () => kept(browser),
      (count) => count === 0,
    );
  });

  it('are in the draft again when the message is taken back, before what was added since', async () => {
    const console = await open(givenBrowser());
    console.drafts.write(id, 'note', 'early');
    await console.drafts.attach(id, 'note', [file('early.txt')]);
    const key = send(console, 60_000, 'note');
    console.drafts.write(id, 'note', 'late');
    await console.drafts.attach(id, 'note', [file('late.txt')]);

    const isTakenBack = await console.undo(key);

    expect(isTakenBack).toBe(true);
    expect(draftOf(console, 'note').text).toBe('early\nlate');
    expect(namesIn(console, 'note')).toEqual(['early.txt', 'late.txt']);
    const bytes = await Promise.all(draftOf(console, 'note').files.map(console.bytesOf));
    expect(await Promise.all(bytes.map((one) => one?.text()))).toEqual(['early.txt', 'late.txt']);
    expect(console.drafts.restored.peek()).toEqual({ conversationId: id, mode: 'note', replyTo: null });
  });

  it('of a draft and of a message that was not sent are there after the tab was closed', async () => {
    const browser = givenBrowser();
    const first = await open(browser);
    await eventually(() => first.line.peek().isUp, Boolean);
    connection.cut();
    first.drafts.write(id, 'reply', 'sent without a connection');
    await first.drafts.attach(id, 'reply', [file('waiting.txt')]);
    send(first);
    await first.drafts.attach(id, 'reply', [file('draft.txt'), file('removed.txt')]);
    await first.drafts.detach(id, 'reply', draftOf(first).files[1]!);
    first.stop();
    connection.mend();

    const second = await open({ ...browser, browser: 'files after a crash' });
    await second.drafts.open(id);

    await isSent(second);
    expect((await stored()).at(-1)).toEqual(['sent without a connection', 'waiting.txt']);
    expect(namesIn(second)).toEqual(['draft.txt']);
    expect(await (await second.bytesOf(draftOf(second).files[0]!))?.text()).toBe('draft.txt');
    expect(await kept(browser)).toBe(1);
  });

  it('can be taken back by any tab while they are sent', async () => {
    const browser = givenBrowser();
    const [first, second] = [await open(browser), await open(browser)];
    await eventually(() => second.line.peek().isUp, Boolean);
    connection.jam();
    await first.drafts.attach(id, 'reply', [file('slow.txt')]);
    const key = send(first);
    await eventually(
      () => second.progress.peek().get(key),
      (share) => share === 0.5,
    );

    await second.cancel(key);

    await isSent(first);
    expect(first.progress.peek().has(key)).toBe(false);
    await eventually(
      () => namesIn(first),
      (names) => names.includes('slow.txt'),
    );
    connection.mend();
    const countBefore = (await stored()).length;
    first.send(id, { content: 'goes on', isPrivate: false });
    await isSent(first);
    expect((await stored()).slice(countBefore)).toEqual([['goes on']]);
  });

  it('that the server refuses wait with its reason, are sent when they are tried again, and go when discarded', async () => {
    const browser = givenBrowser();
    const console = await open(browser);
    await console.drafts.attach(id, 'reply', [file('large.txt', 'x'.repeat(1001))]);
    const key = send(console);
    const refused = () => console.outbox.find(key)?.problem;
    await eventually(refused, Boolean);
    const problem = refused();

    console.retry(key);
    await eventually(refused, (now) => now === undefined);
    await eventually(refused, Boolean);
    await console.discard(key);

    expect(problem).toMatchObject({ status: 413 });
    expect(problem?.reason).toBe('a file may have 1000 bytes');
    expect(console.outbox.entries.peek()).toEqual([]);
    expect(await kept(browser)).toBe(0);
  });

  it('that the browser has lost are said to be gone', async () => {
    const browser = givenBrowser();
    const console = await open(browser);
    await console.drafts.attach(id, 'reply', [file('lost.txt')]);
    for (const [key] of await browser.keeper.all('file:')) await browser.keeper.remove(key);
    const key = send(console);

    const problem = await eventually(() => console.outbox.find(key)?.problem, Boolean);

    expect(problem).toEqual({ status: 410, reason: '' });
  });
});
