import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Conversation, conversationOf } from '../../../../src/web/console/store/conversation.ts';
import { takeFiles } from '../../../../src/web/console/store/files.ts';
import { messageOf } from '../../../../src/web/console/store/message.ts';
import type { WireConversation, WireMessage } from '../../../../src/web/console/store/wire.ts';
import { assign, markSeen, setPriority, setStatus } from '../../../../src/web/console/sync/intents.ts';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { givenAccount, givenConversation, type TestAccount } from '../../../support/factories.ts';
import { ALL, type ConsoleTab, memoryKeeper, openConsole } from '../../../support/web/console.ts';
import { type Connection, givenConnection } from '../../../support/web/connection.ts';

const CUTS = Number(process.env['PARLEY_TEST_CONSOLE_CUTS'] ?? 60);
const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? 1);
/** After so many cuts, all that was written has to arrive. */
const CUTS_IN_A_ROW = 10;
/** More than a cut takes on a busy machine. */
const LONGEST_CUT_MS = 4000;
const CONVERSATIONS = 4;
/** A request on a dead connection is sent again; busy machines take longer than that. */
const LONGEST_LATE_MS = 20_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
});
afterAll(() => test.stop());

let account: TestAccount;
let ids: number[];
let connections: Connection[];
/** Three of a browser, and a phone. */
let tabs: ConsoleTab[];
beforeEach(async () => {
  account = await givenAccount(test);
  ids = [];
  for (let at = 0; at < CONVERSATIONS; at += 1) ids.push((await givenConversation(account)).id);
  connections = [await givenConnection(test.url), await givenConnection(test.url)];
  tabs = [];
  for (const [at, count] of [3, 1].entries()) {
    const keeper = memoryKeeper();
    for (let tab = 0; tab < count; tab += 1) {
      const { token } = account.administrator;
      const { url } = connections[at]!;
      tabs.push(await openConsole({ url, token, accountId: account.id, keeper, browser: `cuts ${account.id} ${at}` }));
    }
  }
  for (const { console } of tabs) {
    console.openList(ALL);
    for (const id of ids) console.openThread(id);
  }
});
afterEach(async () => {
  for (const { console } of tabs) console.stop();
  for (const connection of connections) await connection.stop();
});

/** A number from 0 up to `most`, the same in each run with the same seed (Park and Miller's generator). */
let drawn = SEED;
function draw(most: number): number {
  drawn = (drawn * 48_271) % 2_147_483_647;
  return drawn % most;
}
const pick = <T>(all: readonly T[]): T => all[draw(all.length)]!;

type Found = { conversations: WireConversation[]; messages: Map<number, WireMessage[]> };

/** What the server has. */
async function found(): Promise<Found> {
  const { body } = await account.call('GET', '/conversations?status=all');
  const conversations: WireConversation[] = body.data.payload;
  const messages = new Map<number, WireMessage[]>();
  for (const id of ids) {
    const all: WireMessage[] = [];
    for (let query = ''; ; query = `?before=${all[0]!.id}`) {
      const page = (await account.call('GET', `/conversations/${id}/messages${query}`)).body.payload;
      if (page.length === 0) break;
      all.unshift(...page);
    }
    messages.set(id, all);
  }
  return { conversations, messages };
}

/** What a tab shows, and what it should show, of the part of each thread that it has loaded. */
function compared({ console }: ConsoleTab, { conversations, messages }: Found) {
  const { store } = console;
  const rows = store.list(ALL).list.rows.peek();
  return {
    shown: {
      rows: rows.toSorted((a, b) => a - b),
      conversations: conversations.map(({ id }) => timeless(store.conversations.peek(id))),
      messages: ids.map((id) =>
        store
          .thread(id)
          .thread.ids.peek()
          .map((one) => core(store.messages.peek(one))),
      ),
    },
    expected: {
      rows: conversations.map(({ id }) => id).toSorted((a, b) => a - b),
      conversations: conversations.map((wire) => timeless(conversationOf(wire))),
      messages: ids.map((id) => {
        const oldest = store.thread(id).thread.ids.peek()[0] ?? 0;
        return messages
          .get(id)!
          .filter((one) => one.id >= oldest)
          .map((one) => core(messageOf(one)));
      }),
    },
  };
}

/** Messages change the time of their conversation, which is told with its next event. */
const timeless = (conversation: Conversation | undefined) => conversation && { ...conversation, updatedAt: 0 };

const core = (message: ReturnType<typeof messageOf> | undefined) =>
  message && [
    message.id,
    message.content,
    message.kind,
    message.isPrivate,
    message.status,
    message.attachments.map(({ file_size: size }) => size),
  ];

/** What is not at its end in each tab. */
const open = () =>
  tabs.flatMap(({ console }, tab) => [
    ...(console.line.peek().isUp ? [] : [`line of tab ${tab}`]),
    ...console.outbox.entries.peek().map(({ path, body, problem }) => ({ tab, path, body, problem })),
  ]);
const settled = () => eventually(open, (left) => left.length === 0);

async function settle(written: readonly string[], attached: ReadonlyMap<string, number>): Promise<void> {
  await settled();
  const server = await found();
  const sent = [...server.messages.values()].flat().map(({ content }) => content ?? '');
  const ours = sent.filter((content) => /^[dca]\d/.test(content));
  expect(ours.toSorted()).toEqual(written.toSorted());
  for (const { content, attachments = [] } of [...server.messages.values()].flat()) {
    const size = attached.get(content ?? '');
    expect(attachments.map(({ file_size: bytes }) => bytes)).toEqual(size === undefined ? [] : [size]);
  }
  for (const tab of tabs) {
    const isSame = () => {
      // A thread that is not open is completed when it is opened; the connection may have been found dead meanwhile.
      for (const id of ids) tab.console.openThread(id);
      const { shown, expected } = compared(tab, server);
      return JSON.stringify(shown) === JSON.stringify(expected);
    };
    await eventually(isSame, Boolean, LONGEST_LATE_MS).catch(() => {
      const { shown, expected } = compared(tab, server);
      expect(shown).toEqual(expected);
    });
  }
}

describe('whatever is done while the line is cut', () => {
  it(
    'is on the server once, and shown by all tabs and the phone as the server has it',
    async () => {
      await settled();
      const written: string[] = [];
      /** How large the file of a message is, by the content of the message. */
      const attached = new Map<string, number>();
      const write = (content: string) => {
        written.push(content);
        return content;
      };
      for (let cut = 1; cut <= CUTS; cut += 1) {
        const tab = pick(tabs).console;
        const [id, other] = [pick(ids), pick(ids)];
        tab.send(id, { content: write(`d${cut}`), isPrivate: draw(3) === 0 });
        const contact = account.call('POST', `/conversations/${other}/messages`, {
          content: write(`c${cut}`),
          message_type: 'incoming',
        });
        for (let pause = draw(7); pause > 0; pause -= 1) await new Promise(setImmediate);
        const connection = pick(connections);
        const way = draw(3);
        if (way === 0) connection.cut();
        if (way === 1) connection.hang();
        if (way === 2) void connection.cutAfter(draw(3000));
        const { console, keeper } = pick(tabs);
        const content = write(`d${cut}b`);
        const { files, written: kept } = takeFiles(draw(3) === 0 ? [new File([content], `${content}.txt`)] : []);
        await keeper.change(kept);
        console.send(id, { content, isPrivate: false, ...(files.length > 0 && { files }) });
        for (const { size } of files) attached.set(content, size);
        const intent = pick([
          () => setStatus(other, pick(['open', 'resolved', 'pending'] as const)),
          () => setPriority(other, pick(['low', 'urgent', null] as const)),
          () =>
            assign(
              other,
              pick([null, { type: 'User', id: account.administrator.id, name: account.administrator.name }] as const),
            ),
          () => markSeen(other),
        ])();
        pick(tabs).console.act(other, intent);
        await contact;
        await account.call('POST', `/conversations/${id}/toggle_priority`, { priority: pick(['high', 'medium']) });
        if (way === 2) connection.cut();
        connection.mend();
        await account.call('POST', `/conversations/${other}/messages`, {
          content: write(`a${cut}`),
          message_type: 'outgoing',
        });
        if (cut % CUTS_IN_A_ROW === 0 || cut === CUTS) await settle(written, attached);
      }
    },
    60_000 + CUTS * LONGEST_CUT_MS,
  );
});
