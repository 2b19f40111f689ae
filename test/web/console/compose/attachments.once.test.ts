import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { eventually } from '../../../support/eventually.ts';
import { PICTURES } from '../../../support/files/pictures.ts';
import { givenContact, givenConversation, type TestAccount } from '../../../support/factories.ts';
import { type Connection, givenConnection } from '../../../support/web/connection.ts';
import { checkConsole } from '../../pages/check-console.ts';
import { type ConsoleOptions, type ConsolePage, Consoles, givenSigner } from '../../pages/console-page.ts';

const MEGABYTE = 1_000_000;

const consoles = new Consoles();
let connection: Connection;
beforeAll(async () => {
  await consoles.start({ 'server.max_file_bytes': String(4 * MEGABYTE), 'server.max_files': '3' });
  connection = await givenConnection(consoles.test.url);
});
afterEach(async () => {
  connection.mend();
  await consoles.close();
});
afterAll(async () => {
  await connection.stop();
  await consoles.stop();
});

type Desk = ConsolePage & { account: TestAccount; id: number };

/** An agent at an open conversation. */
async function givenDesk(options: ConsoleOptions = {}): Promise<Desk> {
  const account = await givenSigner(consoles.test);
  const contact = await givenContact(account, { name: 'Carla Contact' });
  const { id } = await givenConversation(account, { contact_id: contact.id });
  const opened = await consoles.open(`/app/accounts/${account.id}/conversations/${id}`, options);
  await opened.signIn(account.administrator.email);
  await opened.page.getByRole('textbox', { name: 'Message' }).waitFor();
  return { ...opened, account, id };
}

const field = ({ page }: Desk) => page.getByRole('textbox', { name: 'Message' });
const log = ({ page }: Desk) => page.getByRole('log', { name: 'Messages' });
const article = (desk: Desk, text: string) => log(desk).getByRole('article').filter({ hasText: text });
const button = (desk: Desk, name: string, inside: Locator = desk.page.locator('main')) =>
  inside.getByRole('button', { name, exact: true });
/** The files in the composer. */
const chosen = ({ page }: Desk) => page.locator('form').getByRole('list', { name: 'Files' }).getByRole('listitem');
const textFile = (name: string, content: string | Buffer = 'Hello') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

async function choose(desk: Desk, ...files: ReturnType<typeof textFile>[]) {
  const [chooser] = await Promise.all([desk.page.waitForEvent('filechooser'), button(desk, 'Attach files').click()]);
  await chooser.setFiles(files);
}

/** Lets a file come to an element. */
const bring = (to: Locator, kind: 'drop' | 'paste', name: string, words = '') =>
  to.evaluate(
    (element, [type, fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['Hello'], fileName, { type: 'text/plain' }));
      if (text) transfer.setData('text/plain', text);
      const more = { bubbles: true, cancelable: true };
      if (type === 'drop') {
        element.dispatchEvent(new DragEvent('dragover', { ...more, dataTransfer: transfer }));
        element.dispatchEvent(new DragEvent('drop', { ...more, dataTransfer: transfer }));
      } else element.dispatchEvent(new ClipboardEvent('paste', { ...more, clipboardData: transfer }));
    },
    [kind, name, words] as const,
  );

type Stored = { content: string | null; private: boolean; attachments?: { data_url: string; file_type: string }[] };
async function stored({ account, id }: Desk, count: number): Promise<Stored[]> {
  const read = async () => (await account.call('GET', `/conversations/${id}/messages`)).body.payload as Stored[];
  return eventually(read, (messages) => messages.length === count);
}
const nameOf = ({ data_url: url }: { data_url: string }) => url.split('/').at(-1);

describe('files', () => {
  it('are chosen, pasted and dropped, shown before they are sent, and sent with the text', async () => {
    const desk = await givenDesk();
    await choose(desk, textFile('one.txt'), {
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PICTURES['image/png']),
    });
    await chosen(desk).locator('img').waitFor();
    await bring(field(desk), 'paste', 'not-this.txt', 'Words of a document');
    await bring(field(desk), 'paste', 'pasted.txt');
    await eventually(
      () => chosen(desk).count(),
      (count) => count === 3,
    );
    const shown = await chosen(desk).allInnerTexts();
    await button(desk, 'Remove one.txt').click();
    await bring(log(desk), 'drop', 'dropped.txt');
    await field(desk).fill('With three');
    await button(desk, 'Send').click();

    const waiting = article(desk, 'With three');
    await waiting.getByRole('list', { name: 'Files' }).getByText('dropped.txt').waitFor();
    await waiting.getByRole('status').getByText('Sending').waitFor();
    const [message] = await stored(desk, 1);

    expect(shown.map((text) => text.split('\n'))).toEqual([
      ['one.txt', '0.1 kB'],
      ['photo.png', expect.stringMatching(/kB$/)],
      ['pasted.txt', '0.1 kB'],
    ]);
    expect(message?.content).toBe('With three');
    expect(message?.attachments?.map(nameOf)).toEqual(['photo.png', 'pasted.txt', 'dropped.txt']);
    await waiting.getByText('Sent', { exact: true }).waitFor();
    expect(await chosen(desk).count()).toBe(0);
    expect(desk.problems).toEqual([]);
  });

  it('need no text, and go with notes', async () => {
    const desk = await givenDesk();
    await desk.page.getByRole('radio', { name: 'Private note' }).check();
    await choose(desk, textFile('secret.txt'));
    await button(desk, 'Send').click();

    const [message] = await stored(desk, 1);

    expect(message).toMatchObject({ content: null, private: true, attachments: [{ file_type: 'file' }] });
  });

  it('that the server would refuse are left out, with a sentence', async () => {
    const desk = await givenDesk();
    await choose(desk, textFile('film.txt', Buffer.alloc(4 * MEGABYTE + 1)), textFile('small.txt'));
    await desk.page.getByRole('alert').getByText('film.txt is larger than 4 MB.').waitFor();
    const fitting = await chosen(desk).allInnerTexts();
    await choose(desk, textFile('two.txt'), textFile('three.txt'), textFile('four.txt'));

    await desk.page.getByRole('alert').getByText('A message takes 3 files.').waitFor();
    expect(fitting).toHaveLength(1);
    expect(await chosen(desk).allInnerTexts()).toEqual(
      ['small', 'two', 'three'].map((name) => expect.stringMatching(`^${name}.txt`)),
    );
  });

  it('are in the composer again when the message is taken back, and after the page was loaded again', async () => {
    const desk = await givenDesk();
    await choose(desk, textFile('kept.txt', 'These words'));
    await field(desk).fill('Too early');
    await button(desk, 'Send').click();
    await button(desk, 'Undo').click();
    await article(desk, 'Too early').waitFor({ state: 'detached' });
    await chosen(desk).getByText('kept.txt').waitFor();
    await desk.page.getByRole('status').getByText('Draft saved').waitFor();
    await desk.page.reload();
    await chosen(desk).getByText('kept.txt').waitFor();
    await button(desk, 'Send').click();

    const [message] = await stored(desk, 1);

    expect(message?.content).toBe('Too early');
    expect(await (await fetch(message?.attachments?.[0]?.data_url ?? '')).text()).toBe('These words');
  });

  it('say how much is sent, can be cancelled, and are in the composer then', async () => {
    const desk = await givenDesk({ origin: connection.url });
    await choose(desk, textFile('large.txt', Buffer.alloc(3 * MEGABYTE)));
    await field(desk).fill('Slow');
    connection.jam();
    await button(desk, 'Send').click();
    const waiting = article(desk, 'Slow');
    await waiting.getByRole('progressbar', { name: 'Sending' }).waitFor();
    await waiting.getByText(/^\d+%$/).waitFor();
    await button(desk, 'Cancel', waiting).click();

    await waiting.waitFor({ state: 'detached' });
    await chosen(desk).getByText('large.txt').waitFor();
    expect(await field(desk).inputValue()).toBe('Slow');
    expect(await stored(desk, 0)).toEqual([]);
  });

  it('that were refused wait with the reason, and are sent when they are tried again', async () => {
    const desk = await givenDesk();
    const messages = `**/conversations/${desk.id}/messages`;
    await desk.context.route(messages, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { message: 'The channel takes no such files' } })
        : route.continue(),
    );
    await choose(desk, textFile('odd.txt'));
    await button(desk, 'Send').click();
    const refused = article(desk, 'odd.txt');
    await refused.getByText('Not sent').waitFor();
    await refused.getByText('The channel takes no such files').waitFor();
    await desk.context.unroute(messages);
    await button(desk, 'Try again', refused).click();

    const [message] = await stored(desk, 1);

    expect(message?.attachments?.map(nameOf)).toEqual(['odd.txt']);
  });

  it('leave nothing in the browser when the user signs out', async () => {
    const desk = await givenDesk();
    await choose(desk, textFile('secret.txt'));
    await desk.page.getByRole('button', { name: 'Your account' }).click();
    await desk.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await desk.page.getByRole('heading', { name: 'Sign in' }).waitFor();

    const keysLeft = () =>
      desk.page.evaluate(async () => {
        const counts = (await indexedDB.databases()).map(
          ({ name = '' }) =>
            new Promise<number>((resolve) => {
              const request = indexedDB.open(name);
              request.addEventListener('success', () => {
                const keys = request.result.transaction('values').objectStore('values').getAllKeys();
                keys.addEventListener('success', () => {
                  request.result.close();
                  resolve(keys.result.length);
                });
              });
            }),
        );
        return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
      });
    expect(await eventually(keysLeft, (count) => count === 0)).toBe(0);
  });

  it('can be attached by everyone, light and dark, from both sides and on a phone', async () => {
    const desk = await givenDesk();
    await choose(desk, textFile(`${'a long name '.repeat(10)}.txt`), textFile('two.txt'));
    await chosen(desk).first().waitFor();

    expect(await checkConsole(desk.page)).toEqual({});
  });
});
