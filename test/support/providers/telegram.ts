import {
  fileReply,
  givenProvider,
  type ProviderReply,
  type ProviderRequest,
  type ProviderServer,
  type QuietAnswer,
  readFields,
} from './provider-server.ts';

/** The token of the bot with this number; the server knows all of them. */
export const tokenOf = (botId: number) => `${botId}:AAF${'a'.repeat(33)}`;
export const BOT_TOKEN = tokenOf(123456789);
const isBot = (token: string) => /^\d+:AAFa{33}$/.test(token);

/** What a chat shows. */
export type TelegramMessage = { method: string; fields: Record<string, unknown> };

/** The fields that each method must have, and the longest text of each. */
const METHODS: Record<string, { required: string; longest: Record<string, number> }> = {
  sendMessage: { required: 'text', longest: { text: 4096 } },
  sendPhoto: { required: 'photo', longest: { caption: 1024 } },
  sendAudio: { required: 'audio', longest: { caption: 1024 } },
  sendVideo: { required: 'video', longest: { caption: 1024 } },
  sendLocation: { required: 'latitude', longest: {} },
  sendVenue: { required: 'address', longest: {} },
  sendContact: { required: 'phone_number', longest: { first_name: 64 } },
  sendDocument: { required: 'document', longest: { caption: 1024 } },
};

/** What the Bot API answers where nothing is sent. */
const QUIET: Record<string, QuietAnswer> = {
  getMe: () => ({ status: 200, body: { ok: true, result: { id: 123456789, is_bot: true, username: 'acme_bot' } } }),
  getFile: (body, { files }) => {
    const { file_id: id } = JSON.parse(body.toString()) as { file_id: string };
    const file = files.get(id) ?? 400;
    if (typeof file === 'number') return telegramRefusal(file, 'Bad Request: file is too big');
    return { status: 200, body: { ok: true, result: { file_id: id, file_path: `files/${id}` } } };
  },
  // Without a webhook, the address is empty.
  getWebhookInfo: (_, { registrations }) => {
    const url = registrations.findLast((asked) => 'url' in asked)?.['url'] ?? '';
    return { status: 200, body: { ok: true, result: { url, pending_update_count: 0, ...lastError(registrations) } } };
  },
  answerCallbackQuery: noted,
  setWebhook: noted,
};

/** What Telegram says of updates that wait: as a test has put it into a registration. */
const lastError = (registrations: Record<string, unknown>[]) =>
  (registrations.at(-1)?.['failing'] as object | undefined) ?? {};

function noted(body: Buffer, { registrations }: ProviderServer<unknown>): ProviderReply {
  registrations.push(JSON.parse(body.toString()) as Record<string, unknown>);
  return { status: 200, body: { ok: true, result: true } };
}

/** Stands in for the Bot API 10.3, with bots. */
export function givenTelegram() {
  let messages = 100;
  const take = async (request: ProviderRequest) => {
    const { token, method } = calledIn(request);
    if (!isBot(token)) return refusal(401, 'Unauthorized');
    const rules = METHODS[method];
    if (request.method !== 'POST' || !rules) return refusal(404, 'Not Found');
    const fields = await fieldsOf(request);
    if (!/^\d+$/.test(String(fields['chat_id']))) return refusal(400, 'Bad Request: chat not found');
    if (!fields[rules.required]) return refusal(400, `Bad Request: there is no ${rules.required} in the request`);
    for (const [name, longest] of Object.entries(rules.longest)) {
      const text = String(fields[name] ?? '');
      const isHtml = fields['parse_mode'] === 'HTML';
      if (isHtml && !isReadable(text)) return refusal(400, "Bad Request: can't parse entities");
      const shown = isHtml ? text.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, '.') : text;
      if (shown.length > longest) return refusal(400, 'Bad Request: message is too long');
    }
    messages += 1;
    const result = { message_id: messages, chat: { id: Number(fields['chat_id']) }, date: 1_700_000_000 };
    return { sent: { method, fields }, reply: { status: 200, body: { ok: true, result } } };
  };
  return givenProvider<TelegramMessage>(take, (asked) => {
    const [, owner = '', id = ''] = /^\/file\/bot([^/]+)\/files\/(\w+)$/.exec(asked.path) ?? [];
    if (isBot(owner)) return (_, { files }) => fileReply(files.get(id));
    const { token, method } = calledIn(asked);
    return isBot(token) ? (QUIET[method] ?? null) : null;
  });
}

function calledIn({ path }: { path: string }): { token: string; method: string } {
  const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
  return { token, method };
}

const TAGS = ['b', 'strong', 'i', 'em', 's', 'del', 'code', 'pre', 'a', 'blockquote'];

/** Whether all tags are known and closed in their order, and nothing else looks like one. */
function isReadable(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)(\w*)[^<>]*>?/g)) {
    if (!TAGS.includes(tag) || (slash && open.pop() !== tag)) return false;
    if (!slash) open.push(tag);
  }
  return open.length === 0;
}

async function fieldsOf(request: ProviderRequest): Promise<Record<string, unknown>> {
  if (request.headers['content-type']?.startsWith('application/json')) {
    return JSON.parse(request.body.toString()) as Record<string, unknown>;
  }
  return readFields(request);
}

/** As Telegram refuses. */
export function telegramRefusal(status: number, description: string, parameters?: object): ProviderReply {
  return { status, body: { ok: false, error_code: status, description, ...(parameters && { parameters }) } };
}

const refusal = (status: number, description: string) => ({ refusal: telegramRefusal(status, description) });
