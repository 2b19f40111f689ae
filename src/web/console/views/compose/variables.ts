import type { Contact } from '../../store/contact.ts';
import type { Conversation } from '../../store/conversation.ts';
import type { Inbox, StartAnswer } from '../../sync/start.ts';

const VARIABLE = /\{\{\s*([\w.]+)\s*(?:\|\s*default:\s*"([^"]*)"\s*)?\}\}/g;

export type VariableSource = {
  start: StartAnswer;
  record: Conversation;
  contact: Contact | undefined;
  inbox: Inbox | undefined;
};

/** The values of variables in canned responses, by the names that Chatwoot has for them; those without a value are left out. */
export function variablesOf({ start, record, contact, inbox }: VariableSource): Map<string, string> {
  const { user, account } = start;
  const agent = user.available_name ?? user.name;
  const all: [string, string | number | null | undefined][] = [
    ['contact.name', contact?.name],
    ['contact.first_name', firstOf(contact?.name)],
    ['contact.last_name', lastOf(contact?.name)],
    ['contact.email', contact?.email],
    ['contact.phone', contact?.phone],
    ['contact.id', contact?.id],
    ...attributesOf('contact', contact?.attributes),
    ['conversation.id', record.id],
    ...attributesOf('conversation', record.attributes),
    ['agent.name', agent],
    ['agent.first_name', firstOf(agent)],
    ['agent.last_name', lastOf(agent)],
    ['agent.email', user.email],
    ['inbox.name', inbox?.name],
    ['account.name', account.name],
  ];
  const texts = all.map(([name, value]) => [name, String(value ?? '')] as const);
  return new Map(texts.filter(([, value]) => value !== ''));
}

/** The text with its variables; one without a value has its default, or stays as it is. */
export function filledIn(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(VARIABLE, (typed: string, name: string, other?: string) => values.get(name) ?? other ?? typed);
}

const firstOf = (name = '') => name.trim().split(/\s+/)[0];
const lastOf = (name = '') => name.trim().split(/\s+/).slice(1).at(-1);

function attributesOf(of: string, attributes: Record<string, unknown> = {}): [string, string][] {
  return Object.entries(attributes)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => [`${of}.custom_attribute.${name}`, String(value)]);
}
