import { createHmac } from 'node:crypto';
import type { TestApp } from '../app.ts';
import { givenProvider, type ProviderReply, type ProviderRequest, type ProviderServer } from './provider-server.ts';

/** A message that Slack has been told. */
export type Told = {
  channel: string;
  ts: string;
  thread_ts?: string;
  text: string;
  username: string;
  metadata: { event_type: string; event_payload: { id: number } };
};
export type SlackChannel = { id: string; name: string; is_private: boolean; is_member: boolean; is_archived: boolean };

/** Stands in for the Web API of a workspace at Slack. */
export type Slack = ProviderServer<{ method: string; given: Record<string, string> }> & {
  channels: SlackChannel[];
  /** E-mail addresses by the ids of users. */
  users: Record<string, string>;
  told: Told[];
  /** Sends the app a signed event, as Slack does. */
  tell(
    test: TestApp,
    body: object,
    more?: { secret?: string; at?: number },
  ): Promise<{ status: number; body: unknown }>;
};

export const SIGNING_SECRET = 'slack-signing-secret';

const no = (error: string): { refusal: ProviderReply } => ({ refusal: { status: 200, body: { ok: false, error } } });

/** `isGood`: whether the workspace has given out this token. */
export async function givenSlack(isGood: (token: string) => boolean): Promise<Slack> {
  let clock = 1_800_000_000;
  const server = await givenProvider<{ method: string; given: Record<string, string> }>(async (request) => {
    if (!isGood(request.headers.authorization?.replace('Bearer ', '') ?? '')) return no('invalid_auth');
    return answer(request);
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
    const inChannel = slack.told.filter((told) => told.channel === channel.id);
    if (method === 'conversations.history') {
      return { messages: inChannel.filter((told) => !told.thread_ts).toReversed() };
    }
    if (method === 'conversations.replies') {
      return { messages: inChannel.filter((told) => told.ts === given['ts'] || told.thread_ts === given['ts']) };
    }
    if (method !== 'chat.postMessage') return 'unknown_method';
    if (!given['text']) return 'no_text';
    clock += 1;
    const told = {
      ...given,
      channel: channel.id,
      ts: `${clock}.000100`,
      metadata: JSON.parse(given['metadata'] ?? '{}'),
    };
    slack.told.push(told as unknown as Told);
    return { channel: channel.id, ts: told.ts };
  }

  const slack: Slack = Object.assign(server, {
    channels: [] as SlackChannel[],
    users: {} as Record<string, string>,
    told: [] as Told[],
    async tell(test: TestApp, body: object, { secret = SIGNING_SECRET, at = Date.now() / 1000 } = {}) {
      const text = JSON.stringify(body);
      const timestamp = String(Math.floor(at));
      const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${text}`).digest('hex')}`;
      return test.request('POST', '/api/v1/integrations/webhooks', {
        body: text,
        headers: {
          'content-type': 'application/json',
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': signature,
        },
      });
    },
  });
  return slack;
}
