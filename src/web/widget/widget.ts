import { effect, type Signal, signal } from '../kit/signals.ts';
import { later } from '../kit/later.ts';
import { newId } from '../kit/new-id.ts';
import type { Channel } from './store/channel.ts';
import { openOutbox, type Outgoing, OUTBOX } from './store/outbox.ts';
import { createState, type State } from './store/state.ts';
import { openStorage, type Store } from './store/storage.ts';
import type { Agent, Campaign, WireMessage } from './store/wire.ts';
import { createAlone } from './sync/alone.ts';
import { createApi, pauseAfter } from './sync/api.ts';
import type { Extras, obeyMore, watchHours } from './sync/extras.ts';
import { type FirstWordsBox, forgetTaken, takeWords } from './sync/first-words.ts';
import { createIdentity, type Identity, isUnknownVisitor } from './sync/identity.ts';
import { createInTurn, untilAnswered } from './sync/in-turn.ts';
import type { Live } from './sync/live.ts';
import { leave, type Reading } from './sync/reading.ts';
import { createSender, type MessageAnswer } from './sync/send.ts';

export type WidgetOptions = {
  /** Where the server is: `https://chat.example.com`. */
  origin: string;
  channel: Channel;
  /** The visitor's token, if the page has one. */
  token: string | null;
  /** The storage of the browser; null = there is none. */
  store: () => Store | null;
  /** The address of the page on which the visitor is. */
  referer: () => string;
  /** There is a new token, which the page keeps; empty = the one that it has is no longer good. */
  tokenChanged: (token: string) => void;
  /** The server told of a message: a new one, or a changed one. `isNewest`: nothing newer came with it. */
  heard: (wire: WireMessage, isNew: boolean, isNewest: boolean) => void;
  campaignShown: () => void;
  /** What the widget before this one in the same page had in mind. */
  memory?: WidgetMemory | undefined;
};

/** What is nowhere but in the page. */
export type WidgetMemory = {
  draft: string;
  replyTo: number | null;
  /** What the browser does not store, by name. */
  texts: [string, string][];
};

/** The widget without its looks: what it knows, and all that can be done with it. */
export type Widget = {
  state: State;
  identity: Identity;
  /** Loads what not every visitor needs. */
  extras: () => Promise<{ extras: Extras; obeyMore: typeof obeyMore; watchHours: typeof watchHours }>;
  /** The visitor is on the page with this address, and has been for so many seconds. */
  visit: (address: string, seconds: number) => Promise<void>;
  start: () => Promise<void>;
  write: (content: string) => void;
  attach: (files: readonly File[]) => Promise<void>;
  retry: (key: string) => void;
  discard: (key: string) => void;
  older: () => Promise<void>;
  /** The visitor has typed something. */
  noteTyping: () => void;
  /** Answers a message of the team that asks for something. @throws RequestError */
  submit: (id: number, message: object) => Promise<void>;
  /** What is typed and not sent. */
  draft: Signal<string>;
  /** Reads what is new. @throws RequestError */
  read: () => Promise<void>;
  /** @throws RequestError */
  end: () => Promise<void>;
  /** Leaves the resolved conversation; the next message begins another one. */
  startNew: () => void;
  /** Tells the server what the visitor did, such as opening the window. */
  noteEvent: (name: string) => void;
  /** Asks for the conversation by e-mail. @throws RequestError */
  transcript: () => Promise<void>;
  memory: () => WidgetMemory;
  stop: () => void;
};

export function createWidget(options: WidgetOptions): Widget {
  const { origin, channel, referer } = options;
  const websiteToken = channel.website_token;
  const state = createState(channel);
  const storage = openStorage(`parley:${websiteToken}:`, options.store, options.memory?.texts);
  const outbox = openOutbox(storage);
  const alone = createAlone(`parley:${websiteToken}`);
  const firstWords: FirstWordsBox = { current: {} };
  const reading: Reading = { cursor: null, round: 0, leftId: null };

  const identity = createIdentity({
    first: options.token,
    api: (token) => createApi(origin, websiteToken, token),
    state,
    storage,
    alone,
    changed(token, before) {
      outbox.hand(before, token);
      if (before !== null) leave(reading, state);
      options.tokenChanged(token ?? '');
    },
  });
  const { api } = identity;
  const uploader = async () => (await extras()).extras.uploader;
  const sender = createSender({ api, state, identity, outbox, alone, uploader, sent });
  const extras = later(async () => {
    const { createExtras, obeyMore, watchHours } = await import('./sync/extras.ts');
    const made = createExtras({
      api,
      state,
      identity,
      firstWords,
      inTurn: createInTurn(),
      newKey: newId,
      said,
      filesName: `parley:${websiteToken}`,
      waiting: () => outbox.all().map(({ echoId }) => echoId),
      show: options.campaignShown,
    });
    return { extras: made, obeyMore, watchHours };
  });
  let campaigns: Campaign[] | null = null;
  let writtenAt = 0;
  let known: Promise<unknown> | undefined;
  globalThis.addEventListener?.('online', () => void sender.resume(true));
  storage.follow((name) => name.startsWith(OUTBOX) && void sender.resume());

  // Only visitors who have written, or are known, have anything to hear.
  let stopLive = () => {};
  const live = later(async () => {
    const { createLive } = await import('./sync/live.ts');
    const made = createLive({
      url: `${origin.replace(/^http/, 'ws')}/cable`,
      api,
      state,
      identity,
      reading,
      async lineIsUp() {
        await sender.resume(true);
      },
      heard: options.heard,
      learn: () => void untilAnswered(identity.load),
      pauseAfter,
      isUnknownVisitor,
    });
    stopLive = made.stop;
    return made;
  });
  identity.socketToken.subscribe((token) => token && void live());
  const type = (what: keyof Live['typing']) =>
    state.conversation.peek() && void live().then(({ typing }) => typing[what]());

  const read = async () => (await live()).read();

  /** The first message may have begun a conversation. */
  function sent({ conversation_id: id }: MessageAnswer) {
    if (id === undefined || state.conversation.peek()?.id === id) return;
    forgetTaken(firstWords);
    state.conversation.value = { id, status: 'open' };
  }

  // Like everything else, a draft is kept only for visitors who have written before.
  const draft = signal(options.memory?.draft || (storage.read('draft') ?? ''));
  effect(() => {
    const text = draft.value;
    if (identity.token.peek()) storage.write('draft', text || null);
  });

  state.replyTo.value = options.memory?.replyTo ?? null;

  /** A message that is written now, and with it what is said of the conversation that it may begin. */
  function outgoing(content: string, more: object = {}): Outgoing {
    const echoId = newId();
    const message = { ...said(content), echo_id: echoId, ...more };
    const words = state.conversation.peek() ? {} : takeWords(firstWords);
    writtenAt = Math.max(Date.now() / 1000, writtenAt + 0.001);
    return { echoId, key: newId(), body: { message, ...words }, writtenAt, visitor: identity.token.peek() };
  }

  const said = (content: string) => ({ content, referer_url: referer(), timestamp: new Date().toString() });

  return {
    state,
    identity,
    extras,
    draft,
    async visit(address, seconds) {
      const since = Date.now() - seconds * 1000;
      // Campaigns depend on whether the visitor has written, and on the hours of the inbox.
      await known;
      if (state.conversation.peek()) return;
      campaigns ??= await api.request<Campaign[]>('GET', 'campaigns').catch(() => null);
      if (campaigns?.length) (await extras()).extras.campaigns.visit(campaigns, address, since);
    },
    noteTyping: () => type('note'),
    async start() {
      if (identity.token.peek()) void live();
      const agents = api
        .request<{ payload: Agent[] }>('GET', 'inbox_members')
        .then(({ payload }) => (state.agents.value = payload));
      known = untilAnswered(identity.load).then(() => {
        if (state.channel.peek().working_hours_enabled) void extras().then(({ watchHours }) => watchHours(state));
        return identity.token.peek() ? read().catch(() => null) : null;
      });
      await Promise.allSettled([agents, known, sender.resume()]);
      state.isLoaded.value = true;
    },
    write(content) {
      type('stop');
      const replyTo = state.replyTo.peek();
      state.replyTo.value = null;
      sender.send(outgoing(content, replyTo === null ? {} : { reply_to: replyTo }));
    },
    async attach(files) {
      // Each file is a message, so that each can be cancelled, and fails alone.
      const all = files.map((file) => ({ file, message: outgoing('') }));
      const { uploader, asAttachment } = (await extras()).extras;
      for (const { file, message } of all) {
        await uploader.keep(message.echoId, [file]);
        sender.send({ ...message, attachments: [asAttachment(file)] });
      }
    },
    retry: sender.retry,
    discard: sender.discard,
    older: async () => (await live()).older(),
    read,
    submit: async (id, message) => (await live()).submit(id, message),
    end: async () => (await live()).end(),
    startNew: () => leave(reading, state),
    noteEvent(name) {
      if (!identity.token.peek()) return;
      const event_info = { initiated_at: { timestamp: new Date().toString() }, referer: referer() };
      api.request('POST', 'events', { body: { name, event_info } }).catch(() => null);
    },
    transcript: async () => (await live()).transcript(),
    memory: () => ({ draft: draft.peek(), replyTo: state.replyTo.peek(), texts: storage.texts() }),
    stop() {
      stopLive();
      sender.stop();
    },
  };
}
