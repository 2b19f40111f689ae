import type { Signal } from '../kit/signals.ts';
import { later } from '../kit/later.ts';
import { newId } from '../kit/new-id.ts';
import { pauseAfter } from '../kit/request.ts';
import { openOutbox, OUTBOX } from './store/outbox.ts';
import { createState, type State } from './store/state.ts';
import { openStorage } from './store/storage.ts';
import { createAlone } from './sync/alone.ts';
import { createApi } from './sync/api.ts';
import { openDraft } from './sync/draft.ts';
import type { Extras, obeyMore, watchHours } from './sync/extras.ts';
import { type FirstWordsBox, forgetTaken } from './sync/first-words.ts';
import { createIdentity, type Identity, isUnknownVisitor, type NewIdentity } from './sync/identity.ts';
import { createInTurn, untilAnswered } from './sync/in-turn.ts';
import type { Live } from './sync/live.ts';
import type * as LiveParts from './sync/live.ts';
import { leave, type Reading } from './sync/reading.ts';
import { createSender, type MessageAnswer } from './sync/send.ts';
import { createVisit } from './sync/visit.ts';
import { createWriter } from './sync/write.ts';
import type { WidgetMemory, WidgetOptions } from './widget-options.ts';

/** The widget without its looks: what it knows, and all that can be done with it. */
export type Widget = {
  state: State;
  identity: Identity;
  /** Loads what not every visitor needs. */
  extras: () => Promise<{ extras: Extras; obeyMore: typeof obeyMore; watchHours: typeof watchHours }>;
  /** The visitor is on the page with this address, and has been for so many seconds. */
  visit: (address: string, seconds: number) => Promise<void>;
  /** Loads what only visitors with a conversation need. */
  live: () => Promise<Pick<typeof LiveParts, 'hearMessage' | 'showUnread'>>;
  start: () => Promise<void>;
  write: (content: string) => void;
  attach: (files: readonly File[]) => Promise<void>;
  retry: (key: string) => void;
  discard: (key: string) => void;
  older: () => Promise<void>;
  /** The visitor has seen all messages that there are. */
  noteSeen: () => void;
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
  const name = `parley:${channel.website_token}`;
  const state = createState(channel);
  const storage = openStorage(`${name}:`, options.store, options.memory?.texts);
  const outbox = openOutbox(storage);
  const alone = createAlone(name);
  const firstWords: FirstWordsBox = { current: {} };
  const reading: Reading = { cursor: null, round: 0, leftId: null };
  const said = (content: string) => ({ content, referer_url: referer(), timestamp: new Date().toString() });

  const identity = createIdentity({
    first: options.token,
    api: (token) => createApi(origin, channel.website_token, token),
    state,
    storage,
    alone,
    changed,
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
      filesName: name,
      waiting: () => outbox.all().map(({ echoId }) => echoId),
      show: options.campaignShown,
    });
    return { extras: made, obeyMore, watchHours };
  });
  // Only visitors who have written, or are known, have anything to hear.
  let stopLive = () => {};
  const live = later(async () => {
    const { createLive, hearMessage, showUnread } = await import('./sync/live.ts');
    const made = createLive({
      url: `${origin.replace(/^http/, 'ws')}/cable`,
      api,
      state,
      identity,
      reading,
      socketIsUp: () => sender.resume(true),
      heard: options.heard,
      learn: () => void untilAnswered(identity.load),
      pauseAfter,
      isUnknownVisitor,
    });
    stopLive = made.stop;
    return { ...made, hearMessage, showUnread };
  });

  function changed(token: string | null, before: string | null) {
    // What one user of the website wrote is not another one's.
    const isOther = token && before && state.contact.peek()?.identifier;
    if (isOther) {
      draft.value = '';
      void sender.resume();
    } else outbox.give(before, token);
    if (before !== null) leave(reading, state);
    options.tokenChanged(token ?? '');
  }

  /** The message may have begun a conversation: the first one, or another than the one that is shown. */
  function sent({ conversation_id: id }: MessageAnswer) {
    const shown = state.conversation.peek();
    if (id === undefined || shown?.id === id) return;
    forgetTaken(firstWords);
    if (shown) leave(reading, state);
    state.conversation.value = { id, status: 'open' };
    if (!shown) return;
    void sender.resume();
    void live().then(({ read }) => untilAnswered(read));
  }

  globalThis.addEventListener?.('online', () => void sender.resume(true));
  storage.follow((changedName) => changedName.startsWith(OUTBOX) && void sender.resume());
  identity.socketToken.subscribe((token) => token && void live());
  state.replyTo.value = options.memory?.replyTo ?? null;
  const draft = openDraft(storage, identity, options.memory?.draft);
  const { write, attach } = createWriter({ state, identity, firstWords, sender, said, extras });
  const { start, visit } = createVisit({ api, state, identity, sender, extras, live });
  const type = (what: keyof Live['typing']) =>
    state.conversation.peek() && void live().then(({ typing }) => typing[what]());

  return {
    state,
    identity,
    extras,
    draft,
    start,
    visit,
    live,
    noteSeen: () => void live().then(({ noteSeen }) => noteSeen()),
    noteTyping: () => type('note'),
    write(content) {
      type('stop');
      write(content);
    },
    attach,
    retry: sender.retry,
    discard: sender.discard,
    older: async () => (await live()).older(),
    read: async () => (await live()).read(),
    submit: async (id, message) => (await live()).submit(id, message),
    end: async () => (await live()).end(),
    startNew: () => leave(reading, state),
    noteEvent(name) {
      const event_info = { initiated_at: { timestamp: new Date().toString() }, referer: referer() };
      const body = { name, event_info };
      identity.asVisitor(() => api.request<NewIdentity>('POST', 'events', { body })).catch(() => null);
    },
    transcript: async () => (await live()).transcript(),
    memory: () => ({ replyTo: state.replyTo.value, texts: [...storage.texts.value] }),
    stop() {
      stopLive();
      sender.stop();
    },
  };
}
