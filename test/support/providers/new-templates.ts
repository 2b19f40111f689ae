import type { Attributes } from '../../../src/entities/columns.ts';
import type { ProviderReply } from './provider-server.ts';
import type { TwilioContent } from './twilio.ts';
import { givenTemplate, type Template } from './whatsapp-templates.ts';

// How providers take templates for approval.

const NAME = /^[a-z0-9_]{1,512}$/;
const PLACE = /\{\{\w+\}\}/g;

type Button = { type?: string; text?: string; url?: string; example?: string[] };

/** The answer of Meta to `request`, which adds a template to those of the business, or removes it. `removed`: names that are kept for a month. */
export function answerOfMeta(
  { method, query, body }: { method: string; query: URLSearchParams; body: Buffer },
  templates: Template[],
  removed: string[],
): ProviderReply {
  return method === 'POST'
    ? submit(JSON.parse(body.toString()) as Attributes, templates, removed)
    : remove(query, templates, removed);
}

function submit(wanted: Attributes, templates: Template[], removed: string[]): ProviderReply {
  const { name, language, category, components, ...more } = wanted as Attributes & { components: Attributes[] };
  const parts = Object.fromEntries(components.map((part) => [part['type'], part]));
  const buttons = (parts['BUTTONS']?.['buttons'] ?? []) as Button[];
  const text = String(parts['BODY']?.['text'] ?? '');
  const isRight =
    NAME.test(String(name)) &&
    /^[a-z]{2,3}(_[A-Z]{2})?$/.test(String(language)) &&
    ['UTILITY', 'MARKETING'].includes(String(category)) &&
    Object.keys(more).length === 0 &&
    text !== '' &&
    text.length <= 1024 &&
    (text.match(PLACE) ?? []).length === 0 &&
    buttons.every(isButton);
  if (!isRight) return refusalOfTemplate(2388073, 'Invalid parameter', 'The template is not complete');
  if (templates.some((one) => one.name === name && one.language === language)) {
    return refusalOfTemplate(2388024, 'Content in This Language Already Exists', 'There is already content for it');
  }
  if (removed.includes(String(name))) {
    return refusalOfTemplate(2388023, 'Message Template Language Is Being Deleted', 'Try again in 4 weeks');
  }
  const id = String(900_000 + templates.length + removed.length);
  const known = { id, language: String(language), status: 'PENDING', components: components as Template['components'] };
  templates.push(givenTemplate(String(name), text, known));
  return { status: 200, body: { id, status: 'PENDING', category } };
}

/** Its address has one place, at its end, of which there is an example. */
function isButton({ type, text = '', url = '', example = [] }: Button): boolean {
  const places = url.match(PLACE) ?? [];
  const isAddress = URL.canParse(url) && places.length <= 1 && (places.length === 0 || url.endsWith('{{1}}'));
  return type === 'URL' && text !== '' && text.length <= 25 && isAddress && example.length === places.length;
}

function remove(query: URLSearchParams, templates: Template[], removed: string[]): ProviderReply {
  const [name, id] = [query.get('name'), query.get('hsm_id')];
  const gone = templates.filter((one) => one.name === name && (id === null || one.id === id));
  if (name === null || gone.length === 0) return refusalOfTemplate(2593002, 'Template not found', 'It does not exist');
  for (const template of gone) templates.splice(templates.indexOf(template), 1);
  removed.push(name);
  return { status: 200, body: { success: true } };
}

/** As Meta refuses a template. */
export const refusalOfTemplate = (subcode: number, title: string, said: string): ProviderReply => ({
  status: 400,
  body: {
    error: {
      message: 'Invalid parameter',
      type: 'OAuthException',
      code: 100,
      error_subcode: subcode,
      is_transient: false,
      error_user_title: title,
      error_user_msg: said,
      fbtrace_id: 'Atrace',
    },
  },
});

type Wanted = {
  friendly_name: string;
  language: string;
  variables: Record<string, string>;
  types: Record<string, { body: string; actions: { type: string; title?: string; url: string }[] }>;
};

/** The content template that Twilio makes of this body; a text says why it refuses. */
export function contentOf(body: Buffer, index: number): TwilioContent | string {
  const { friendly_name: name, language, variables, types } = JSON.parse(body.toString()) as Wanted;
  const content = types['twilio/call-to-action'];
  if (!content || Object.keys(types).length !== 1) return 'Types is required';
  const { body: text, actions } = content;
  const places = JSON.stringify(content).match(PLACE) ?? [];
  const areActions = actions.every(
    ({ type, title = '', url }) => type === 'URL' && /^.{1,25}$/.test(title) && URL.canParse(url),
  );
  if (!text || text.length > 1024 || !areActions || !language) return 'Invalid content';
  if (places.some((place) => !variables[place.slice(2, -2)])) return 'A sample of each variable is required';
  const sid = `HX${String(index).padStart(32, 'a')}`;
  const approval = { status: 'unsubmitted', category: 'UTILITY' };
  return { sid, friendly_name: name, language, variables, types, approval_requests: approval };
}

/** Submits the content to WhatsApp; a text says why Twilio refuses. */
export function submitContent(body: Buffer, content: TwilioContent): object | string {
  const { name, category } = JSON.parse(body.toString()) as { name: string; category: string };
  if (!NAME.test(name)) return 'Name can only contain lowercase alphanumeric characters or underscores';
  if (category !== 'UTILITY' && category !== 'MARKETING') return 'Category is required';
  content.approval_requests = { status: 'received', category };
  return { name, category, content_type: Object.keys(content.types)[0], status: 'received', rejection_reason: '' };
}
