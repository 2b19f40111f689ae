import {
  fileReply,
  givenProvider,
  type ProviderReply,
  type ProviderRequest,
  type ProviderServer,
} from './provider-server.ts';

export const LINE_TOKEN = 'line-token';

/** What LINE takes in one request. */
export type LinePush = {
  to: string;
  messages: {
    type: string;
    text?: string;
    quoteToken?: string;
    originalContentUrl?: string;
    altText?: string;
    contents?: object;
    title?: string;
    address?: string;
  }[];
};

function contentOf(file: Uint8Array | number | string = 404): ProviderReply {
  return typeof file === 'number' ? lineRefusal(file, 'Not found') : fileReply(file);
}

/** Those whose ids end with 404 have blocked the channel. */
function profileOf(userId: string): ProviderReply {
  if (userId.endsWith('404')) return lineRefusal(404, 'Not found');
  return { status: 200, body: { userId, displayName: `Somebody ${userId.slice(-4)}` } };
}

/** What LINE says of the channel, besides where callbacks go. */
export type LineState = { isUsed: boolean; reaches: boolean; sent: number; limit: number | null; channelId: string };

function stateAt(path: string, state: LineState, { registrations }: ProviderServer<unknown>): ProviderReply {
  const ok = (body: object) => ({ status: 200, body });
  const { isUsed, reaches, sent, limit } = state;
  if (path === '/v2/bot/info') return ok({ userId: 'U1', basicId: '@acme', displayName: 'Acme', chatMode: 'bot' });
  const quota = limit === null ? { type: 'none' } : { type: 'limited', value: limit };
  if (path === '/v2/bot/message/quota') return ok(quota);
  if (path === '/v2/bot/message/quota/consumption') return ok({ totalUsage: sent });
  if (path.endsWith('/test')) {
    return ok({
      success: reaches,
      timestamp: '2026-11-23T08:00:00Z',
      statusCode: reaches ? 200 : 404,
      reason: reaches ? 'OK' : 'ERROR_STATUS_CODE',
      detail: reaches ? '200' : '404',
    });
  }
  const endpoint = registrations.at(-1)?.['endpoint'];
  return endpoint === undefined ? lineRefusal(404, 'Not found') : ok({ endpoint, active: isUsed });
}

const STATES = [
  'GET /v2/bot/info',
  'GET /v2/bot/message/quota',
  'GET /v2/bot/message/quota/consumption',
  'GET /v2/bot/channel/webhook/endpoint',
  'POST /v2/bot/channel/webhook/test',
];

function noted(body: Buffer, { registrations }: ProviderServer<unknown>): ProviderReply {
  registrations.push(JSON.parse(body.toString()) as Record<string, unknown>);
  return { status: 200, body: {} };
}

/** What LINE says of a token (2026-07): the channel that it was issued for. */
function verified(body: Buffer, { channelId }: LineState): ProviderReply {
  const isKnown = new URLSearchParams(body.toString()).get('access_token') === LINE_TOKEN;
  if (!isKnown) return { status: 400, body: { error: 'invalid_request', error_description: 'access token expired' } };
  return { status: 200, body: { client_id: channelId, expires_in: 2_591_659, scope: 'P CM' } };
}

/** Reading tokens begin with "r". */
function markedAsRead(body: Buffer, { registrations }: ProviderServer<unknown>): ProviderReply {
  const { markAsReadToken: token } = JSON.parse(body.toString()) as { markAsReadToken?: string };
  if (!token?.startsWith('r')) return lineRefusal(400, 'The request body has errors');
  registrations.push({ markAsReadToken: token });
  return { status: 200, body: {} };
}

/** Stands in for the Messaging API of 2026-07, with one channel. */
export async function givenLine() {
  const state: LineState = { isUsed: true, reaches: true, sent: 3, limit: 200, channelId: '' };
  const authorized = `Bearer ${LINE_TOKEN}`;
  /** What was answered to each key. */
  const keys = new Map<string, object[]>();
  let messages = 500;
  const take = async ({ method, path, headers, body }: ProviderRequest) => {
    if (headers.authorization !== authorized) return { refusal: lineRefusal(401, 'Authentication failed') };
    if (method !== 'POST' || path !== '/v2/bot/message/push') return { refusal: lineRefusal(404, 'Not found') };
    const key = String(headers['x-line-retry-key']);
    if (!/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(key)) {
      return { refusal: lineRefusal(400, 'The retry key is invalid') };
    }
    const push = JSON.parse(body.toString()) as LinePush;
    const isRight = push.messages.length >= 1 && push.messages.length <= 5 && push.messages.every(isMessage);
    if (
      push.messages.some(
        ({ type, quoteToken }) => quoteToken !== undefined && !(type === 'text' && quoteToken.startsWith('q')),
      )
    ) {
      return { refusal: lineRefusal(400, "The property 'quoteToken' in the request body is invalid") };
    }
    if (!/^U[\da-f]{32}$/.test(push.to) || !isRight) {
      return { refusal: lineRefusal(400, 'The request body has errors') };
    }
    const before = keys.get(key);
    if (before) {
      const message = 'The retry key is already accepted';
      return { refusal: { status: 409, body: { message, sentMessages: before } } };
    }
    const sentMessages = push.messages.map(() => ({ id: String((messages += 1)), quoteToken: 'q' }));
    keys.set(key, sentMessages);
    return { sent: push, reply: { status: 200, body: { sentMessages } } };
  };
  const provider = await givenProvider<LinePush>(take, ({ method, path, headers }) => {
    // Asks with a form, and no header.
    if (method === 'POST' && path === '/v2/oauth/verify') return (body) => verified(body, state);
    if (headers.authorization !== authorized) return null;
    if (STATES.includes(`${method} ${path}`)) return (_, provider) => stateAt(path, state, provider);
    const [, content] = /^\/v2\/bot\/message\/(\w+)\/content$/.exec(path) ?? [];
    if (content) return (_, { files }) => contentOf(files.get(content));
    const [, userId] = /^\/v2\/bot\/profile\/(\w+)$/.exec(path) ?? [];
    if (userId) return () => profileOf(userId);
    if (method === 'POST' && path === '/v2/bot/chat/markAsRead') return markedAsRead;
    return method === 'PUT' && path === '/v2/bot/channel/webhook/endpoint' ? noted : null;
  });
  return Object.assign(provider, { state });
}

function isMessage({
  type,
  text,
  originalContentUrl,
  altText,
  contents,
  title,
  address,
}: LinePush['messages'][number]): boolean {
  if (type === 'flex') return Boolean(altText) && altText!.length <= 1500 && contents !== undefined;
  if (type === 'location') return Boolean(title) && Boolean(address) && title!.length <= 100 && address!.length <= 100;
  return type === 'text' ? Boolean(text) && text!.length <= 5000 : type === 'image' && Boolean(originalContentUrl);
}

/** As LINE refuses. */
export const lineRefusal = (status: number, message: string): ProviderReply => ({ status, body: { message } });
