import type { Message } from '../../../store/message.ts';
import type { Attributes } from '../../../store/wire.ts';

/** A text of a mail, and its own part without what it quotes. */
export type MailText = { full: string; own: string };

/** What a message says of the mail that it is. */
export type MailFacts = {
  subject: string;
  from: readonly string[];
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  /** The HTML as it is stored; null = there is none. */
  html: MailText | null;
  text: MailText | null;
};

/** The mail that the message is; null = it is none. */
export function mailOf({ contentType, attributes }: Message): MailFacts | null {
  const mail = objectAt(attributes, 'email');
  const facts: MailFacts = {
    subject: textAt(mail, 'subject'),
    from: textsAt(mail, 'from'),
    to: [...textsAt(mail, 'to'), ...textsAt(attributes, 'to_emails')],
    cc: [...textsAt(mail, 'cc'), ...textsAt(attributes, 'cc_emails')],
    bcc: [...textsAt(mail, 'bcc'), ...textsAt(attributes, 'bcc_emails')],
    html: textIn(objectAt(mail, 'html_content')),
    text: textIn(objectAt(mail, 'text_content')),
  };
  const isAddressed = facts.to.length + facts.cc.length + facts.bcc.length > 0;
  return contentType === 'incoming_email' || facts.html || isAddressed ? facts : null;
}

/** With Chatwoot's keys: `quoted` is the text without what it quotes. */
function textIn(block: Attributes): MailText | null {
  const full = textAt(block, 'full') || textAt(block, 'reply') || textAt(block, 'quoted');
  return full === '' ? null : { full, own: textAt(block, 'quoted') || full };
}

/** The object with this name; empty = there is none. */
export function objectAt(attributes: Attributes, name: string): Attributes {
  const value = attributes[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Attributes) : {};
}

export function textAt(attributes: Attributes, name: string): string {
  const value = attributes[name];
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** The objects in the list with this name. */
export function objectsAt(attributes: Attributes, name: string): Attributes[] {
  const value = attributes[name];
  const isObject = (one: unknown): one is Attributes => typeof one === 'object' && one !== null && !Array.isArray(one);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The texts in the list with this name, or the one text. */
function textsAt(attributes: Attributes, name: string): string[] {
  return [attributes[name]].flat().filter((one): one is string => typeof one === 'string' && one.trim() !== '');
}
