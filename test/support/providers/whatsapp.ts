import { hash } from 'node:crypto';
import type { Attributes } from '../../../src/entities/columns.ts';
import { answerOfMeta } from './new-templates.ts';
import {
  fileReply,
  givenProvider,
  type ProviderReply,
  type ProviderRequest,
  type QuietAnswer,
  readFields,
} from './provider-server.ts';
import { areComponents, type SentComponent, type Template } from './whatsapp-templates.ts';

/** The settings of an inbox at the Cloud API. */
export const CLOUD = {
  api_key: 'cloud-key',
  phone_number_id: '106540352242922',
  business_account_id: '102290129340398',
};
/** The settings of an inbox at 360dialog. */
export const DIALOG360 = { api_key: 'dialog-key' };

/** A message as WhatsApp takes it. */
export type WhatsappMessage = {
  to?: string;
  recipient?: string;
  type: string;
  context?: { message_id: string };
  text?: { body: string; preview_url: boolean };
  interactive?: Interactive;
  template?: SentTemplate;
  location?: Attributes;
  contacts?: { name: { formatted_name: string; first_name: string }; phones: Attributes[]; emails: Attributes[] }[];
  biz_opaque_callback_data?: string;
} & Partial<Record<'image' | 'audio' | 'video' | 'document', Media>>;

type Media = { id?: string; link?: string; caption?: string; filename?: string; voice?: boolean };
type Choice = { id: string; title: string };
type Interactive = {
  type: string;
  body: { text: string };
  action: { buttons?: { type: string; reply: Choice }[]; button?: string; sections?: { rows: Choice[] }[] };
};

type SentTemplate = {
  name: string;
  namespace?: string;
  language: { policy: string; code: string };
  components?: SentComponent[];
};

/** Why a request is refused: the code and the text of Meta. */
type Problem = [code: number, details: string];

const PARAMETER = 100;
const TYPES: Record<string, (message: WhatsappMessage, files: Uploads, templates: Template[]) => boolean> = {
  template: ({ template }, files, templates) => template !== undefined && isTemplate(template, files, templates),
  text: ({ text }) => isText(text?.body, 4096),
  interactive: ({ interactive }) => interactive !== undefined && isInteractive(interactive),
  image: ({ image }, files) => isMedia(image, files, /^image\/(jpeg|png) /, 5_000_000),
  audio: ({ audio }, files) => audio?.caption === undefined && isMedia(audio, files, /^audio\//, 16_000_000),
  video: ({ video }, files) => isMedia(video, files, /^video\/(mp4|3gpp) /, 16_000_000),
  location: ({ location }) => typeof location?.['latitude'] === 'number' && typeof location['longitude'] === 'number',
  contacts: ({ contacts }) =>
    (contacts ?? []).length > 0 && contacts!.every(({ name }) => Boolean(name.formatted_name && name.first_name)),
  document: ({ document }, files) => isMedia(document, files, /./, 100_000_000),
};
const MEDIA_TYPES =
  /^(audio\/(aac|mp4|mpeg|amr|ogg|opus)|image\/(jpeg|png|webp)|video\/(mp4|3gpp)|text\/plain|application\/(pdf|msword|vnd\.(ms-|openxmlformats-).+))$/;

/** The files that have been uploaded: for each id "name type size". */
type Uploads = Map<string, string>;

/** Stands in for the Cloud API, with one number. */
export function givenCloudApi() {
  return givenWhatsapp({
    path: `/v26.0/${CLOUD.phone_number_id}`,
    mediaPath: '/v26.0',
    mediaUrl: (origin) => origin,
    templatesPath: `/v26.0/${CLOUD.business_account_id}/message_templates`,
    webhookPath: `/v26.0/${CLOUD.business_account_id}/subscribed_apps`,
    pageOf: (templates, { after }) => {
      const from = Number(after ?? 0);
      const data = templates.slice(from, from + PAGE);
      const isLast = from + PAGE >= templates.length;
      const cursors = { before: String(from), after: String(from + data.length) };
      return { data, paging: { cursors, ...(!isLast && { next: 'https://graph.facebook.com/next' }) } };
    },
    refuse: ({ headers }) =>
      headers.authorization === `Bearer ${CLOUD.api_key}` ? null : cloudRefusal(401, 190, 'Invalid OAuth access token'),
  });
}

/** Stands in for 360dialog, with one number. */
export function givenDialog360() {
  return givenWhatsapp({
    path: '',
    mediaPath: '',
    // 360dialog names the server of Meta, from which only itself can fetch.
    mediaUrl: () => 'https://lookaside.fbsbx.com',
    templatesPath: '/v1/configs/templates',
    webhookPath: '/v1/configs/webhook',
    pageOf: (templates, { offset = '0' }) => ({
      count: PAGE,
      waba_templates: templates.slice(Number(offset), Number(offset) + PAGE),
      total: templates.length,
      offset: Number(offset),
    }),
    refuse: ({ headers }) =>
      headers['d360-api-key'] === DIALOG360.api_key ? null : dialog360Refusal(401, 'Invalid api key'),
  });
}

/** Templates on a page. */
const PAGE = 2;

/** `refuse` looks at how a request is signed; null = as it should be. */
async function givenWhatsapp({
  path,
  mediaPath,
  mediaUrl,
  templatesPath,
  webhookPath,
  pageOf,
  refuse,
}: {
  path: string;
  /** Where files are asked for, and what the address begins with that it answers. */
  mediaPath: string;
  mediaUrl(origin: string): string;
  templatesPath: string;
  webhookPath: string;
  pageOf(templates: Template[], query: Record<string, string>): object;
  refuse(request: Omit<ProviderRequest, 'body'>): ProviderReply | null;
}) {
  const templates: Template[] = [];
  const removedTemplates: string[] = [];
  const isCloud = path !== '';
  // What it says of the number and of the token.
  const number = { display_phone_number: '', verified_name: 'Acme', status: 'CONNECTED', quality_rating: 'GREEN' };
  const token = { is_valid: true, expires_at: 0 };
  // Those that are not the files' own, by their ids.
  const digests = new Map<string, string>();
  const files: Uploads = new Map();
  let messages = 0;
  const take = async (request: ProviderRequest) => {
    const refused = refuse(request);
    if (refused) return { refusal: refused };
    const { pathname, searchParams } = new URL(request.path, 'http://localhost');
    if (request.method === 'GET' && pathname === templatesPath) {
      return { refusal: { status: 200, body: pageOf(templates, Object.fromEntries(searchParams)) } };
    }
    if (isCloud && pathname === templatesPath) {
      const asked = { method: request.method, query: searchParams, body: request.body };
      return { refusal: answerOfMeta(asked, templates, removedTemplates) };
    }
    if (request.method === 'POST' && request.path === `${path}/media`) return { refusal: await upload(request, files) };
    if (request.method !== 'POST' || request.path !== `${path}/messages`) {
      return { refusal: cloudRefusal(400, PARAMETER, `Unsupported ${request.method} request to ${request.path}`) };
    }
    const message = JSON.parse(request.body.toString()) as WhatsappMessage & Attributes;
    const problem = problemOf(message, files, templates);
    if (problem) return { refusal: cloudRefusal(400, ...problem) };
    messages += 1;
    const wamid = `wamid.${Buffer.from(`${request.headers.host} ${messages}`).toString('base64')}`;
    const media = message.image ?? message.audio ?? message.video ?? message.document;
    const file = media?.id === undefined ? undefined : files.get(media.id);
    const { to = message.recipient } = message;
    return {
      sent: { ...message, ...(file !== undefined && { file }) },
      reply: {
        status: 200,
        body: {
          messaging_product: 'whatsapp',
          contacts: [{ input: to, wa_id: to }],
          messages: [{ id: wamid, message_status: 'accepted' }],
        },
      },
    };
  };
  const quiet = (asked: Omit<ProviderRequest, 'body'>): QuietAnswer | null => {
    if (refuse(asked)) return null;
    const { pathname, searchParams } = new URL(asked.path, 'http://localhost');
    if (asked.method === 'GET' && pathname === webhookPath) {
      return (_, { registrations }) => ({ status: 200, body: { url: registrations.at(-1)?.['url'] ?? '' } });
    }
    if (asked.method === 'GET' && pathname === '/v26.0/debug_token') {
      return () => ({ status: 200, body: { data: token } });
    }
    if (asked.method === 'GET' && pathname === path) {
      return (_, { registrations }) => {
        const account = registrations.at(-1)?.['override_callback_uri'];
        return {
          status: 200,
          body: {
            id: CLOUD.phone_number_id,
            webhook_configuration: {
              application: 'https://app.example/hook',
              ...(account !== undefined && { whatsapp_business_account: account }),
            },
            ...number,
          },
        };
      };
    }
    if (asked.method === 'POST' && pathname === webhookPath) {
      return (body, { registrations }) => {
        registrations.push(JSON.parse(body.toString()) as Record<string, unknown>);
        return { status: 200, body: { success: true } };
      };
    }
    if (asked.method !== 'GET') return null;
    if (pathname === DOWNLOADS) return (_, provider) => fileReply(provider.files.get(searchParams.get('mid') ?? ''));
    const id = pathname.slice(`${mediaPath}/`.length);
    if (!/^\d+$/.test(id) || id === CLOUD.phone_number_id) return null;
    return (_, provider) => {
      const url = `${mediaUrl(provider.url)}${DOWNLOADS}?mid=${id}`;
      const file = provider.files.get(id);
      if (file === undefined || typeof file === 'number') return cloudRefusal(404, PARAMETER, 'No such media');
      return { status: 200, body: { url, id, sha256: digests.get(id) ?? hash('sha256', file) } };
    };
  };
  const provider = await givenProvider<WhatsappMessage & { file?: string }>(take, quiet);
  return Object.assign(provider, { templates, removedTemplates, digests, number, token });
}

/** Where files are fetched, once it has been asked for their address. */
const DOWNLOADS = '/whatsapp_business/attachments';

async function upload(request: ProviderRequest, files: Uploads): Promise<ProviderReply> {
  if (request.headers['content-length'] === undefined) return cloudRefusal(411, PARAMETER, 'Length required');
  const { messaging_product: product, type = '', file } = await readFields(request);
  if (product !== 'whatsapp') return cloudRefusal(400, PARAMETER, 'The parameter messaging_product is required');
  if (!file?.includes(` ${type} `) || !MEDIA_TYPES.test(type)) {
    return cloudRefusal(400, PARAMETER, `Param file must be a file with one of the following types, not ${type}`);
  }
  const id = String(700_000 + files.size);
  files.set(id, file);
  return { status: 200, body: { id } };
}

function problemOf(message: WhatsappMessage & Attributes, files: Uploads, templates: Template[]): Problem | null {
  const { messaging_product: product, recipient_type: recipientType, to, recipient, type, context } = message;
  if (product !== 'whatsapp') return [PARAMETER, 'The parameter messaging_product is required'];
  if (recipientType !== 'individual') return [PARAMETER, 'Param recipient_type must be individual'];
  if ((to === undefined) === (recipient === undefined)) return [131008, 'Either to or recipient is required'];
  if (to !== undefined && !/^\d{5,15}$/.test(to)) return [131009, `Parameter value is not valid: to ${to}`];
  if (recipient !== undefined && !/^[A-Z]{2}\.[A-Za-z\d.]+$/.test(recipient)) return [131009, 'recipient is not valid'];
  if (context && !context.message_id.startsWith('wamid.')) return [131009, 'context.message_id is not valid'];
  const handle = message.biz_opaque_callback_data;
  if (handle !== undefined && handle.length > 512) return [PARAMETER, 'biz_opaque_callback_data is too long'];
  const isRight = TYPES[type];
  if (!isRight) return [PARAMETER, `Param type must be one of ${Object.keys(TYPES).join(', ')}`];
  return isRight(message, files, templates)
    ? null
    : [131009, `Parameter value is not valid: ${JSON.stringify(message)}`];
}

const isText = (text: string | undefined, longest: number) =>
  typeof text === 'string' && text !== '' && text.length <= longest;

function isMedia(media: Media | undefined, files: Uploads, type: RegExp, bytes: number): boolean {
  if (!media || (media.id === undefined) === (media.link === undefined)) return false;
  if (media.caption !== undefined && !isText(media.caption, 1024)) return false;
  if (media.link !== undefined) return /^https?:\/\//.test(media.link);
  const [, described = '', size = ''] = /^.* (\S+ (\d+))$/.exec(files.get(media.id ?? '') ?? '') ?? [];
  return type.test(described) && Number(size) <= bytes;
}

/** Whether it is approved, and has a value for each of its places. */
function isTemplate({ name, language, components = [] }: SentTemplate, files: Uploads, templates: Template[]): boolean {
  const template = templates.find((one) => one.name === name && one.language === language.code);
  if (template?.status !== 'APPROVED' || language.policy !== 'deterministic') return false;
  return areComponents(template, components, (file) => isMedia(file as Media, files, /./, 100_000_000));
}

function isInteractive({ type, body, action }: Interactive): boolean {
  if (!isText(body.text, 1024)) return false;
  if (type === 'button') {
    const replies = (action.buttons ?? []).map(({ reply }) => reply);
    return areChoices(replies, 3, 20, 256) && action.buttons!.every((button) => button.type === 'reply');
  }
  const rows = (action.sections ?? []).flatMap((section) => section.rows);
  return type === 'list' && isText(action.button, 20) && areChoices(rows, 10, 24, 200);
}

function areChoices(choices: Choice[], most: number, title: number, id: number): boolean {
  const areRight = choices.every((choice) => isText(choice.title, title) && isText(choice.id, id));
  const areDifferent = new Set(choices.map((choice) => choice.title)).size === choices.length;
  return choices.length >= 1 && choices.length <= most && areRight && areDifferent;
}

/** The text of a message, its choices numbered below it. */
export function whatsappTextOf(message: WhatsappMessage): string {
  const { text, interactive, image, video, document } = message;
  if (!interactive) return text?.body ?? (image ?? video ?? document)?.caption ?? '';
  const { buttons, sections } = interactive.action;
  const choices = buttons?.map(({ reply }) => reply) ?? sections?.flatMap(({ rows }) => rows) ?? [];
  return [interactive.body.text, ...choices.map(({ title }, index) => `${index + 1}. ${title}`)].join('\n');
}

/** As the Cloud API refuses. */
export function cloudRefusal(status: number, code: number, message: string, details?: string): ProviderReply {
  const data = details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details } };
  return { status, body: { error: { message, type: 'OAuthException', code, ...data, fbtrace_id: 'Atrace' } } };
}

/** As 360dialog refuses what it does not even hand to WhatsApp. */
export const dialog360Refusal = (status: number, text: string): ProviderReply => ({
  status,
  body: { meta: { success: false, http_code: status, developer_message: text, '360dialog_trace_id': 'trace' } },
});
