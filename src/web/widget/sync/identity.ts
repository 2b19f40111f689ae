import { batch, type Signal, signal } from '../../kit/signals.ts';
import type { Channel } from '../store/channel.ts';
import type { State } from '../store/state.ts';
import type { Storage } from '../store/storage.ts';
import type { Contact } from '../store/wire.ts';
import { RequestError } from '../../kit/request.ts';
import type { Api } from './api.ts';
import { untilAnswered } from './in-turn.ts';

/** What answers have when they made a visitor, or found that it is another one. */
export type NewIdentity = { widget_auth_token?: string | null; pubsub_token?: string | null };

type Known = {
  id: number;
  name: string | null;
  email: string | null;
  phone_number: string | null;
  identifier: string | null;
};

type ConfigAnswer = {
  website_channel_config?: Channel;
  contact?: (Known & { pubsub_token: string | null }) | null;
  global_config?: { MAXIMUM_FILE_UPLOAD_SIZE?: number };
};

export type Identity = {
  /** The visitor's token; null = the server does not know the visitor, and nothing is stored anywhere. */
  token: Signal<string | null>;
  /** What the socket is opened with; null = not known yet. */
  socketToken: Signal<string | null>;
  /** Takes the tokens of an answer, if there are new ones. */
  adopt: (answer: NewIdentity) => void;
  /** Reads how the inbox is set and who the visitor is. @throws RequestError */
  load: () => Promise<void>;
  /** Takes the visitor that another tab made meanwhile. */
  readOther: () => void;
  /** Runs what makes a visitor for those who are none yet one after the other, so that they become one and not two. */
  asVisitor: <T extends NewIdentity>(work: () => Promise<T>) => Promise<T>;
};

export type IdentityOptions = {
  /** The token that the page has; null = none. */
  first: string | null;
  api: (token: () => string | null) => Api;
  state: State;
  storage: Storage;
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Hears of each new token, with the one before; null = a token was no longer good. */
  changed: (token: string | null, before: string | null) => void;
};

const NAME = 'visitor';

/** Who the visitor is, in all tabs of the website that have no token of their own. */
export function createIdentity({
  first,
  api,
  state,
  storage,
  alone,
  changed,
}: IdentityOptions): Identity & { api: Api } {
  const token = signal(first);
  const socketToken = signal<string | null>(null);
  const requests = api(() => token.peek());
  // Without a token of the page, one that is kept is that of an earlier visitor, who was signed out.
  if (!first && storage.read(NAME)) storage.write(NAME, null);
  storage.follow((name) => name === NAME && readOther());

  function change(to: string | null, socket: string | null) {
    const before = token.peek();
    batch(() => {
      token.value = to;
      socketToken.value = socket;
    });
    changed(to, before);
  }

  function readOther() {
    const found = storage.read(NAME);
    if (!found || token.peek()) return;
    change(found, null);
    void untilAnswered(load);
  }

  function adopt({ widget_auth_token: found, pubsub_token: socket }: NewIdentity) {
    if (!found || found === token.peek()) return;
    storage.write(NAME, found);
    change(found, socket ?? null);
    if (!socket) void untilAnswered(load);
  }

  async function load(): Promise<void> {
    const asked = token.peek();
    const answer = await requests.request<ConfigAnswer>('POST', 'config', { body: {} });
    const {
      website_channel_config: channel,
      contact,
      global_config: { MAXIMUM_FILE_UPLOAD_SIZE: largest } = {},
    } = answer;
    if (channel) state.channel.value = channel;
    if (largest) state.largestFile.value = largest;
    if (asked !== token.peek()) return;
    if (contact) {
      state.contact.value = asContact(contact);
      socketToken.value = contact.pubsub_token;
    } else if (asked) {
      storage.write(NAME, null);
      change(null, null);
    }
  }

  return {
    api: requests,
    token,
    socketToken,
    adopt,
    load,
    readOther,
    async asVisitor(work) {
      if (token.peek()) return work();
      return alone(async () => {
        readOther();
        const answer = await work();
        adopt(answer);
        return answer;
      });
    },
  };
}

function asContact({ id, name, email, phone_number: phone, identifier }: Known): Contact {
  return { id, identifier, has_name: Boolean(name), has_email: Boolean(email), has_phone_number: Boolean(phone) };
}

/** Whether the request failed because the visitor's token is no longer good. */
export function isUnknownVisitor(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404 && error.message === 'Contact not found';
}
