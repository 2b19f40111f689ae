import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Frame, Page, Request, WebSocketRoute } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { PICTURES } from '../../support/files/pictures.ts';
import { givenConnection } from '../../support/web/connection.ts';
import { type ChosenFile, VisitorChat } from '../pages/visitor-chat.ts';
import { type HostOptions, type HostPage, Hosts } from '../pages/host-page.ts';
import { givenTeam, type Team } from '../pages/team.ts';

const MEGABYTE = 1024 * 1024;

const hosts = new Hosts();
beforeAll(() => hosts.start({ 'server.max_file_bytes': String(4 * MEGABYTE) }));
afterEach(hosts.close);
afterAll(hosts.stop);

const textFile = (name: string, content: string | Buffer = 'Hello'): ChosenFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** A visitor who is about to write. */
async function givenVisitor({ inbox }: Team, options: HostOptions = {}) {
  const host = await hosts.open({ inbox, hasApp: true, ...options });
  const chat = new VisitorChat(host);
  await chat.open();
  await chat.start();
  return { host, chat };
}

/** As `givenVisitor`, on a connection of their own to the server, which can be cut. */
async function givenVisitorOnConnection(team: Team, options: HostOptions = {}) {
  const connection = await givenConnection(hosts.test.url);
  const script = team.inbox.web_widget_script.replaceAll(hosts.test.url, connection.url);
  const inbox = { ...team.inbox, web_widget_script: script };
  const { host, chat } = await givenVisitor({ ...team, inbox }, options);
  // What sends files, and what shows how that goes, is loaded with the first need.
  await Promise.all([host.page.waitForEvent('filechooser'), chat.button('Attach files').click()]);
  await chat.button('Emoji').click();
  await chat.app.locator('.emoji').waitFor();
  return { connection, host, chat };
}

const isWrite = (request: Request) => request.method() === 'POST' && /widget\/messages/.test(request.url());

const namesIn = (chat: VisitorChat, count: number) =>
  eventually(
    () => chat.app.locator('.row.is-sent a.file').allTextContents(),
    ({ length }) => length === count,
  );

/** Lets something happen to the composer that comes with a file. */
const bring = (chat: VisitorChat, kind: 'drop' | 'paste', name: string) =>
  chat.composer.evaluate(
    (element, [type, fileName]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['Hello'], fileName, { type: 'text/plain' }));
      const more = { bubbles: true, cancelable: true };
      if (type === 'drop') {
        element.dispatchEvent(new DragEvent('dragover', { ...more, dataTransfer: transfer }));
        element.dispatchEvent(new DragEvent('drop', { ...more, dataTransfer: transfer }));
      } else element.dispatchEvent(new ClipboardEvent('paste', { ...more, clipboardData: transfer }));
    },
    [kind, name] as const,
  );

describe('files', () => {
  it('are chosen, dropped and pasted, each as a message of its own', async () => {
    const team = await givenTeam(hosts.test);
    const { chat } = await givenVisitor(team);

    await chat.choose(textFile('one.txt'), textFile('two.txt'));
    await namesIn(chat, 2);
    await bring(chat, 'drop', 'three.txt');
    await namesIn(chat, 3);
    await bring(chat, 'paste', 'four.txt');

    expect((await namesIn(chat, 4)).toSorted()).toEqual(['four.txt', 'one.txt', 'three.txt', 'two.txt']);
    const messages = await (await team.conversation()).messages();
    expect(messages.map(({ attachments }) => attachments.length)).toEqual([1, 1, 1, 1]);
  });

  it('come from the camera of a phone', async () => {
    const team = await givenTeam(hosts.test);
    const phone = { viewport: { width: 375, height: 700 }, isMobile: true, hasTouch: true };
    const { host, chat } = await givenVisitor(team, { browser: phone });

    const [chooser] = await Promise.all([host.page.waitForEvent('filechooser'), chat.button('Take a picture').click()]);
    const input = await chooser.element();
    expect(await Promise.all(['capture', 'accept'].map((name) => input.getAttribute(name)))).toEqual([
      'environment',
      'image/*',
    ]);
    await chooser.setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(PICTURES['image/png']) });

    const picture = chat.app.locator('.row.is-sent .picture img');
    await picture.waitFor();
    const [message] = await (await team.conversation()).messages();
    expect(message.attachments).toMatchObject([{ file_type: 'image', extension: 'png' }]);
  });

  it('are not asked for where the inbox takes none', async () => {
    const team = await givenTeam(hosts.test, { channel: { selected_feature_flags: ['emoji_picker'] } });
    const { chat } = await givenVisitor(team);
    await chat.composer.waitFor();

    await bring(chat, 'drop', 'note.txt');
    await bring(chat, 'paste', 'note.txt');
    await chat.write('No files');
    await chat.sent('No files');

    expect(await chat.button('Attach files').count()).toBe(0);
    expect(await chat.texts(1)).toEqual(['No files']);
  });

  it('that are too large are refused with a sentence, and the others are sent', async () => {
    const team = await givenTeam(hosts.test);
    const { chat } = await givenVisitor(team);

    await chat.choose(textFile('film.txt', Buffer.alloc(4 * MEGABYTE + 1)), textFile('note.txt'));

    await chat.app.getByText('film.txt is larger than 4 MB').waitFor();
    expect(await namesIn(chat, 1)).toEqual(['note.txt']);
  });

  it('say how much is sent, and can be cancelled', async () => {
    const team = await givenTeam(hosts.test);
    const { connection, chat } = await givenVisitorOnConnection(team);

    connection.jam();
    await chat.choose(textFile('large.txt', Buffer.alloc(3 * MEGABYTE)));
    await chat.app.getByRole('progressbar', { name: 'Sending…' }).waitFor();
    await chat.app.getByText(/^\d+ % sent$/).waitFor();
    await chat.button('Cancel').click();
    await chat.app.locator('.row').waitFor({ state: 'detached' });

    expect(await team.conversations()).toEqual([]);
    await connection.stop();
  });

  it('are sent anew when nothing of them has passed for long', async () => {
    const team = await givenTeam(hosts.test);
    const { connection, host, chat } = await givenVisitorOnConnection(team, {
      prepare: (page) => page.clock.install(),
    });
    connection.jam();
    await chat.choose(textFile('large.txt', Buffer.alloc(3 * MEGABYTE)));
    await chat.app.getByText(/^\d+ % sent$/).waitFor();
    connection.mend();

    // Bytes that the browser still hands to the dead connection count as sent, and begin the silence anew.
    const begun = host.page.waitForRequest(isWrite).then(() => true);
    await eventually(async () => {
      await host.page.clock.fastForward(31_000);
      return Promise.race([begun, false]);
    }, Boolean);

    expect(await namesIn(chat, 1)).toEqual(['large.txt']);
    await connection.stop();
  });

  it('go on being sent when the socket is lost and comes back', async () => {
    const team = await givenTeam(hosts.test);
    const sockets: WebSocketRoute[] = [];
    const prepare = (page: Page) =>
      page.routeWebSocket(/\/cable/, (socket) => {
        socket.connectToServer();
        sockets.push(socket);
      });
    const { host, chat } = await givenVisitor(team, { prepare });
    await chat.write('Before it');
    await chat.sent('Before it');
    await eventually(() => sockets.length, Boolean);
    const session = await host.context.newCDPSession(host.page);
    const limitUploads = (uploadThroughput: number) =>
      session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await session.send('Network.enable');
    await limitUploads(50_000);
    const requests: string[] = [];
    host.page.on('request', (request) => {
      if (isWrite(request)) requests.push(request.url());
    });

    await chat.choose(textFile('slow.txt', Buffer.alloc(2 * MEGABYTE)));
    await chat.app.getByText(/^[1-9]\d* % sent$/).waitFor();
    await sockets[0]!.close({ code: 1001 });
    await eventually(
      () => sockets.length,
      (count) => count === 2,
    );
    expect(await chat.app.locator('.row.is-sent a.file').count()).toBe(0);
    await limitUploads(-1);

    expect(await namesIn(chat, 1)).toEqual(['slow.txt']);
    expect(requests).toHaveLength(1);
  });

  it('that are cancelled before they are sent never are', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await givenVisitor(team);
    await chat.write('Before it');
    await chat.sent('Before it');
    const isSending = /\/api\/v1\/widget\/messages/;
    await host.context.route(isSending, (route) => route.abort('internetdisconnected'));
    await chat.choose(textFile('note.txt'));
    await chat.row('note.txt').waitFor();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await host.context.route(/\/extras-/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await host.context.unroute(isSending);
    await host.page.reload();
    await chat.row('note.txt').getByRole('button', { name: 'Cancel' }).click();
    await chat.row('note.txt').waitFor({ state: 'detached' });

    release();
    await chat.write('After it');
    await chat.sent('After it');

    const messages = await (await team.conversation()).messages();
    expect(messages.map(({ content }) => content)).toEqual(['Before it', 'After it']);
  });

  it('that could not be sent wait for the connection, unless the visitor discards them', async () => {
    const team = await givenTeam(hosts.test);
    const { connection, chat } = await givenVisitorOnConnection(team);
    connection.cut();
    await chat.choose(textFile('note.txt'), textFile('other.txt'));
    await chat.row('other.txt').getByRole('button', { name: 'Cancel' }).click();
    await chat.row('other.txt').waitFor({ state: 'detached' });

    connection.mend();

    expect(await namesIn(chat, 1)).toEqual(['note.txt']);
    expect(await (await team.conversation()).messages()).toHaveLength(1);
    await connection.stop();
  });

  it('wait in their order with what is written, though the page is loaded again and closed, and arrive once', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await givenVisitor(team);
    const isSending = /\/api\/v1\/widget\/messages/;
    await host.context.route(isSending, (route) => route.abort('internetdisconnected'));
    await chat.choose(textFile('first.txt'), textFile('second.txt', 'Bye'));
    await chat.row('second.txt').waitFor();
    await chat.write('And a word');
    await chat.row('And a word').waitFor();

    await host.page.reload();
    const again = await host.context.newPage();
    await again.goto(host.page.url());
    await host.page.close();
    const later = new VisitorChat({ ...host, page: again });
    await later.open();
    await later.start('Continue the conversation');
    await later.app.getByText('second.txt').waitFor();
    expect(await later.texts(3)).toEqual(['first.txt', 'second.txt', 'And a word']);
    await host.context.unroute(isSending);

    await later.sent('And a word');
    expect(await namesIn(later, 2)).toEqual(['first.txt', 'second.txt']);
    const messages = await (await team.conversation()).messages();
    const sizes = messages.map(({ attachments = [] }) =>
      attachments.map((file: { file_size: number }) => file.file_size),
    );
    expect(sizes).toEqual([[5], [3], []]);
  });

  it('are sent though the browser has closed what it keeps them in', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await givenVisitor(team);
    await chat.choose(textFile('before.txt'));
    await namesIn(chat, 1);
    const session = await host.context.newCDPSession(host.page);
    await session.send('Storage.clearDataForOrigin', { origin: hosts.test.url, storageTypes: 'indexeddb' });

    await chat.choose(textFile('after.txt'));

    expect((await namesIn(chat, 2)).toSorted()).toEqual(['after.txt', 'before.txt']);
  });

  it('are of those who have become known while they were stored, and of no later user of the website', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await givenVisitor(team);
    await Promise.all([host.page.waitForEvent('filechooser'), chat.button('Attach files').click()]);
    const unlock = await lockFiles(await host.app(), await nameOf(host));
    await chat.choose(textFile('first.txt'));
    await chat.write('From the first');
    await chat.sent('From the first');
    const isSending = /\/api\/v1\/widget\/messages/;
    await host.context.route(isSending, (route) => route.abort('internetdisconnected'));
    await unlock();
    await chat.row('first.txt').waitFor();

    for (const identifier of ['first', 'second'].map((name) => `${name}-${team.inbox.id}`)) {
      const identifier_hash = createHmac('sha256', team.inbox.hmac_token).update(identifier).digest('hex');
      await host.call('setUser', identifier, { name: 'Uma User', identifier_hash });
    }
    await chat.row('From the first').waitFor({ state: 'detached' });
    await host.context.unroute(isSending);
    await chat.write('From the second');
    await chat.sent('From the second');

    const messages = await (await team.conversation(2)).messages();
    expect(messages.map(({ content }) => content)).toEqual(['From the second']);
    expect(await chat.texts(1)).toEqual(['From the second']);
  });

  describe('of another tab', () => {
    const isSending = /\/api\/v1\/widget\/messages/;
    const stored = async (host: HostPage) =>
      (await host.app()).evaluate(
        async (name) => {
          const opened = indexedDB.open(name);
          await new Promise((resolve) => opened.addEventListener('success', resolve));
          const request = opened.result.transaction('files').objectStore('files').getAllKeys();
          await new Promise((resolve) => request.addEventListener('success', resolve));
          opened.result.close();
          return request.result;
        },
        await nameOf(host),
      );
    it('are left to it while their message is on its way, and what belongs to none is removed', async () => {
      const team = await givenTeam(hosts.test);
      const first = await givenVisitor(team);
      await first.host.context.route(isSending, (route) => route.abort('internetdisconnected'));
      await first.chat.choose(textFile('fresh.txt'));
      await first.chat.row('fresh.txt').waitFor();
      const app = await first.host.app();
      const [message] = await app.evaluate(() =>
        Object.entries(localStorage).filter(([name]) => name.includes('outbox')),
      );
      const [name, text] = message!;
      // As it is in the moment between the file and its message, and one whose message is gone.
      await app.evaluate((name) => localStorage.removeItem(name), name);
      await putFile(app, await nameOf(first.host), 'of none');

      const page = await first.host.context.newPage();
      await page.clock.install();
      await page.goto(first.host.page.url());
      const second = new VisitorChat({ ...first.host, page, app: async () => page.frame({ url: /\/widget/ })! });
      await second.open();
      await second.start();
      await Promise.all([page.waitForEvent('filechooser'), second.button('Attach files').click()]);
      await page.waitForLoadState('networkidle');
      const before = await stored(second.host);
      await app.evaluate(([name, text]) => localStorage.setItem(name, text), [name, text] as const);
      await page.clock.fastForward(10_000);

      const after = await eventually(
        () => stored(second.host),
        (keys) => keys.length === 1,
      );
      expect(before).toHaveLength(2);
      expect(name).toContain(after[0]);
      await first.host.context.unroute(isSending);
      expect(await namesIn(first.chat, 1)).toEqual(['fresh.txt']);
    });

    it('which could not store them are sent by it', async () => {
      const team = await givenTeam(hosts.test);
      const refuse =
        "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('', 'SecurityError'); } });";
      const { host, chat } = await givenVisitor(team, { prepare: (page) => page.context().addInitScript(refuse) });
      await host.page.route(isSending, (route) => route.abort('internetdisconnected'));
      await chat.choose(textFile('held.txt'));
      await chat.row('held.txt').waitFor();

      const page = await host.context.newPage();
      const isLooked = page.waitForResponse(/\/extras-/);
      await page.goto(host.page.url());
      const other = new VisitorChat({ ...host, page });
      await other.open();
      await other.start('Continue the conversation');
      await (await isLooked).finished();
      await other.write('A word after it');
      await other.row('A word after it').waitFor();
      await host.page.unroute(isSending);

      await other.sent('A word after it');
      expect(await namesIn(chat, 1)).toEqual(['held.txt']);
      const messages = await (await team.conversation()).messages();
      expect(messages.map(({ content }) => content)).toEqual([null, 'A word after it']);
    });
  });
});

/** The name under which the app keeps files. */
const nameOf = async (host: HostPage) =>
  `parley:${await (await host.app()).evaluate(() => new URLSearchParams(location.search).get('website_token'))}`;

/** Keeps the app from what it keeps files in, until what it returns is called. */
async function lockFiles(app: Frame, name: string): Promise<() => Promise<void>> {
  await eventually(
    () => app.evaluate(async () => (await indexedDB.databases()).map((database) => database.name)),
    (names) => names.includes(name),
  );
  await app.evaluate(async (name) => {
    const opened = indexedDB.open(name);
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const store = opened.result.transaction('files', 'readwrite').objectStore('files');
    // The transaction lasts as long as it is used.
    const use = () => {
      if (!('isUnlocked' in window)) store.count().addEventListener('success', use);
    };
    use();
  }, name);
  return () => app.evaluate(() => void Object.assign(window, { isUnlocked: true }));
}

/** Stores a file in the browser, as the app does. */
const putFile = (app: Frame, name: string, key: string) =>
  app.evaluate(
    async ([name, key]) => {
      const opened = indexedDB.open(name);
      await new Promise((resolve) => opened.addEventListener('success', resolve));
      const transaction = opened.result.transaction('files', 'readwrite');
      transaction.objectStore('files').put([new File(['Hello'], 'of-none.txt')], key);
      await new Promise((resolve) => transaction.addEventListener('complete', resolve));
      opened.result.close();
    },
    [name, key] as const,
  );
