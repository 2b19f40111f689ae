import { givenProvider, type ProviderReply, type ProviderRequest, type ProviderServer } from './provider-server.ts';

export const LINE_TOKEN = 'line-token';

/** What LINE takes in one request. */
export type LinePush = {
  to: string;
  messages: { type: string; text?: string; originalContentUrl?: string; altText?: string; contents?: object }[];
};

function contentOf(file: Uint8Array | number = 404): ProviderReply {
  return typeof file === 'number' ? lineRefusal(file, 'Not found') : { status: 200, body: file };
}

/** Those whose ids end with 404 have blocked the channel. */
function profileOf(userId: string): ProviderReply {
  if (userId.endsWith('404')) return lineRefusal(404, 'Not found');
  return { status: 200, body: { userId, displayName: `Somebody ${userId.slice(-4)}` } };
}

function noted(body: Buffer, { registrations }: ProviderServer<unknown>): ProviderReply {
  registrations.push(JSON.parse(body.toString()) as Record<string, unknown>);
  return { status: 200, body: {} };
}

/** Stands in for the Messaging API, with one channel. */
export function givenLine() {
  const authorized = `Bearer ${LINE_TOKEN}`;
  const keys = new Set<string>();
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
    if (!/^U[\da-f]{32}$/.test(push.to) || !isRight) {
      return { refusal: lineRefusal(400, 'The request body has errors') };
    }
    if (keys.has(key)) return { refusal: lineRefusal(409, 'The retry key is already accepted') };
    keys.add(key);
    const sentMessages = push.messages.map(() => ({ id: String((messages += 1)), quoteToken: 'q' }));
    return { sent: push, reply: { status: 200, body: { sentMessages } } };
  };
  return givenProvider<LinePush>(take, ({ method, path, headers }) => {
    if (headers.authorization !== authorized) return null;
    const [, content] = /^\/v2\/bot\/message\/(\w+)\/content$/.exec(path) ?? [];
    if (content) return (_, { files }) => contentOf(files.get(content));
    const [, userId] = /^\/v2\/bot\/profile\/(\w+)$/.exec(path) ?? [];
    if (userId) return () => profileOf(userId);
    return method === 'PUT' && path === '/v2/bot/channel/webhook/endpoint' ? noted : null;
  });
}

function isMessage({ type, text, originalContentUrl, altText, contents }: LinePush['messages'][number]): boolean {
  if (type === 'flex') return Boolean(altText) && altText!.length <= 1500 && contents !== undefined;
  return type === 'text' ? Boolean(text) && text!.length <= 5000 : type === 'image' && Boolean(originalContentUrl);
}

/** As LINE refuses. */
export const lineRefusal = (status: number, message: string): ProviderReply => ({ status, body: { message } });
