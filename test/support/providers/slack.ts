import { createHmac } from 'node:crypto';
import type { TestApp } from '../app.ts';
import {
  fileReply,
  givenProvider,
  type ProviderReply,
  type ProviderRequest,
  type ProviderServer,
} from './provider-server.ts';

/** A message that Slack has been told. */
export type Told = {
  channel: string;
  ts: string;
  thread_ts?: string;
  text: string;
  username: string;
  metadata: { event_type: string; event_payload: { id: number } };
};
/** What somebody has written there. */
type Said = Pick<Told, 'channel' | 'ts' | 'thread_ts' | 'text'>;
export type SlackChannel = { id: string; name: string; is_private: boolean; is_member: boolean; is_archived: boolean };

/** Stands in for the Web API of a workspace at Slack, of 2026-03. */
export type Slack = ProviderServer<{ method: string; given: Record<string, string> }> & {
  channels: SlackChannel[];
  /** E-mail addresses by the ids of users. */
  users: Record<string, string>;
  told: Told[];
  /** Whether the app has the scope `files:read`. */
  mayRead: boolean;
  /** How Slack describes the file of `files` with this id. */
  fileOf(id: string, more?: object): object;
  /** Has somebody write in a channel there; `thread`: the name of the message that it answers. */
  say(channel: string, text: string, thread?: string): void;
  /** Sends the app a signed event, as Slack does. */
  tell(
    test: TestApp,
    body: object,
    more?: { secret?: string; at?: number },
  ): Promise<{ status: number; body: unknown }>;
};

export const SIGNING_SECRET = 'slack-signing-secret';
/** Where Slack tells what happens there. */
export const EVENTS_PATH = '/api/v1/integrations/webhooks';
const MOST_ON_PAGE = 999;
/** What browsers get of a file without a sign-in, and apps without the scope. */
const SIGN_IN: ProviderReply = { status: 200, body: Buffer.from('<!DOCTYPE html><html><title>Slack</title></html>') };

const no = (error: string): { refusal: ProviderReply } => ({ refusal: { status: 200, body: { ok: false, error } } });

/** `isGood`: whether the workspace has given out this token. */
export async function givenSlack(isGood: (token: string) => boolean): Promise<Slack> {
  const said: Said[] = [];
  let clock = 0;
  const server = await givenProvider<{ method: string; given: Record<string, string> }>(async (request) => {
    const hasToken = isGood(request.headers.authorization?.replace('Bearer ', '') ?? '');
    const [, file] = /^\/files-pri\/(\w+)/.exec(request.path) ?? [];
    if (file) return { refusal: hasToken && slack.mayRead ? fileReply(slack.files.get(file)) : SIGN_IN };
    return hasToken ? answer(request) : no('invalid_auth');
  });

  function answer({ path, headers, body }: ProviderRequest) {
    const method = path.replace('/api/', '');
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return no('invalid_form_data');
    const given = Object.fromEntries(new URLSearchParams(body.toString()));
    const result = does(method, given);
    if (typeof result === 'string') return no(result);
    return { sent: { method, given }, reply: { status: 200, body: { ok: true, ...result } } };
  }

  function does(method: string, given: Record<string, string>): object | string {
    const channel = slack.channels.find(({ id }) => id === given['channel']);
    switch (method) {
      case 'conversations.list': {
        const from = Number(given['cursor'] ?? 0);
        const next = from + 2 < slack.channels.length ? String(from + 2) : '';
        return { channels: slack.channels.slice(from, from + 2), response_metadata: { next_cursor: next } };
      }
      case 'files.info': {
        const id = given['file'] ?? '';
        return slack.files.has(id) ? { file: slack.fileOf(id) } : 'file_not_found';
      }
      case 'users.info': {
        const email = slack.users[given['user'] ?? ''];
        return email === undefined ? 'user_not_found' : { user: { id: given['user'], profile: { email } } };
      }
    }
    if (!channel) return 'channel_not_found';
    if (method === 'conversations.info') return { channel };
    if (channel.is_archived) return 'is_archived';
    if (method === 'conversations.join') {
      channel.is_member = true;
      return { channel };
    }
    if (!channel.is_member) return 'not_in_channel';
    if (method === 'conversations.history') return historyOf(channel.id, given);
    if (method === 'conversations.replies') return repliesTo(channel.id, given);
    if (method !== 'chat.postMessage') return 'unknown_method';
    if (!given['text']) return 'no_text';
    const metadata: unknown = JSON.parse(given['metadata'] ?? '{}');
    const told = { ...given, channel: channel.id, ts: nextTs(), metadata };
    slack.told.push(told as unknown as Told);
    return { channel: channel.id, ts: told.ts };
  }

  /** The time of a message is its name. */
  function nextTs(): string {
    clock = Math.max(clock + 1, Date.now() * 1000);
    return `${Math.floor(clock / 1_000_000)}.${String(clock % 1_000_000).padStart(6, '0')}`;
  }

  /** The newest first, without what is in threads. */
  function historyOf(channel: string, given: Record<string, string>): object {
    const messages = within(channel, given).filter(({ thread_ts: thread }) => thread === undefined);
    return pageOf(messages.toReversed(), given);
  }

  /** The oldest first; the first page begins with the message that they answer, however old it is. */
  function repliesTo(channel: string, given: Record<string, string>): object | string {
    const { ts = '', cursor } = given;
    const root = [...slack.told, ...said].find((message) => message.channel === channel && message.ts === ts);
    if (!root) return 'thread_not_found';
    const page = pageOf(
      within(channel, given).filter(({ thread_ts: thread }) => thread === ts),
      given,
    );
    return cursor ? page : { ...page, messages: [shown(root, given), ...page.messages] };
  }

  /** What is between `oldest` and `latest`, in its order; neither is in it. */
  function within(channel: string, { oldest = '0', latest = '9' }: Record<string, string>): (Told | Said)[] {
    return [...slack.told, ...said]
      .filter((message) => message.channel === channel && message.ts > oldest && message.ts < latest)
      .toSorted((one, other) => one.ts.localeCompare(other.ts));
  }

  const slack: Slack = Object.assign(server, {
    channels: [] as SlackChannel[],
    users: {} as Record<string, string>,
    told: [] as Told[],
    mayRead: true,
    fileOf: (id: string, more: object = {}) => ({
      id,
      name: `${id}.png`,
      mimetype: 'image/png',
      url_private_download: `${server.url}/files-pri/${id}/download/${id}.png`,
      ...more,
    }),
    say: (channel: string, text: string, thread?: string) =>
      void said.push({ channel, text, ts: nextTs(), ...(thread !== undefined && { thread_ts: thread }) }),
    tell: async (test: TestApp, body: object, { secret = SIGNING_SECRET, at = Date.now() / 1000 } = {}) =>
      test.request('POST', EVENTS_PATH, signed(body, secret, at)),
  });
  return slack;
}

/** A request with an event, signed at this time in Unix seconds. */
export function signed(body: object, secret = SIGNING_SECRET, at = Date.now() / 1000) {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(at));
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${text}`).digest('hex')}`;
  const headers = {
    'content-type': 'application/json',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': signature,
  };
  return { body: text, headers };
}

/** Slack cuts pages at `limit`, and metadata is shown only where it is asked for. */
function pageOf(messages: (Told | Said)[], given: Record<string, string>) {
  const from = Number(given['cursor'] ?? 0);
  const to = from + Math.min(Number(given['limit'] ?? MOST_ON_PAGE), MOST_ON_PAGE);
  const isLast = to >= messages.length;
  return {
    messages: messages.slice(from, to).map((message) => shown(message, given)),
    has_more: !isLast,
    response_metadata: { next_cursor: isLast ? '' : String(to) },
  };
}

function shown(message: Told | Said, { include_all_metadata: withMetadata }: Record<string, string>): object {
  return 'metadata' in message && withMetadata !== 'true' ? { ...message, metadata: undefined } : message;
}
