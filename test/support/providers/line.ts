import { givenProvider, type ProviderReply } from './provider-server.ts';

export const LINE_TOKEN = 'line-token';

/** What LINE takes in one request. */
export type LinePush = { to: string; messages: { type: string; text?: string; originalContentUrl?: string }[] };

/** Stands in for the Messaging API, with one channel. */
export function givenLine() {
  const keys = new Set<string>();
  let messages = 500;
  return givenProvider<LinePush>(async ({ method, path, headers, body }) => {
    if (headers.authorization !== `Bearer ${LINE_TOKEN}`) return { refusal: lineRefusal(401, 'Authentication failed') };
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
  });
}

function isMessage({ type, text, originalContentUrl }: LinePush['messages'][number]): boolean {
  return type === 'text' ? Boolean(text) && text!.length <= 5000 : type === 'image' && Boolean(originalContentUrl);
}

/** As LINE refuses. */
export const lineRefusal = (status: number, message: string): ProviderReply => ({ status, body: { message } });
