import type { Message } from '../../store/message.ts';
import type { Recipients } from '../../store/recipients.ts';

/** The head of a received mail, as its message has it. */
type MailHead = Partial<Record<'from' | 'reply_to' | 'to' | 'cc', unknown>>;

/** An entry of a list: up to a comma or semicolon that stands neither in quotes nor in angle brackets. */
const ENTRIES = /(?:"(?:[^"\\]|\\.)*"|<[^<>]*>|[^",;<\n]|["<])+/g;
const IN_BRACKETS = /<([^<>]*)>\s*$/;
const ADDRESS = /^[^@\s,;<>"]+@[^@\s,;<>"]+$/;
/** The addresses at which contacts answer a conversation. */
const FOR_ANSWERS = /^reply\+/i;

/**
 * The recipients of an answer to everybody: those of the newest mail among `messages`, the newest first. A received mail is answered
 * to its sender, with its other recipients and the contact in Cc; a sent one goes to the same people again.
 */
export function proposeRecipients(
  messages: Iterable<Message | undefined>,
  contact: string,
  own: readonly string[],
): Recipients {
  const isOwn = (address: string) => FOR_ANSWERS.test(address) || own.some((one) => isSame(one, address));
  for (const message of messages) {
    if (!message || message.isPrivate || message.kind === 'activity') continue;
    const { attributes, kind } = message;
    const head = attributes['email'] as MailHead | null | undefined;
    if (kind === 'incoming' && head) return answerToAll(head, contact, isOwn);
    const { to_emails: to, cc_emails: cc, bcc_emails: bcc } = attributes;
    if (listIn(to).length + listIn(cc).length === 0) continue;
    return { to: joined(listIn(to)) || contact, cc: joined(listIn(cc)), bcc: joined(listIn(bcc)) };
  }
  return { to: contact, cc: '', bcc: '' };
}

function answerToAll(head: MailHead, contact: string, isOwn: (address: string) => boolean): Recipients {
  const senders = [...listIn(head.reply_to), ...listIn(head.from)].slice(0, 1).filter((one) => !isOwn(one));
  const to = senders.length > 0 ? senders : [contact].filter(Boolean);
  const others = [contact, ...listIn(head.to), ...listIn(head.cc)].filter((one) => one !== '' && !isOwn(one));
  const cc = others.filter(
    (one, at) => !to.some((address) => isSame(address, one)) && others.findIndex((first) => isSame(first, one)) === at,
  );
  return { to: joined(to), cc: joined(cc), bcc: '' };
}

/** The addresses of a list as people type or paste it, and the first entry that has none. */
export function addressesIn(typed: string): { addresses: string[]; wrong: string | undefined } {
  const entries = (typed.match(ENTRIES) ?? []).map((entry) => entry.trim()).filter(Boolean);
  const addresses = entries.map((entry) => (IN_BRACKETS.exec(entry)?.[1] ?? entry).trim());
  const at = addresses.findIndex((address) => !ADDRESS.test(address));
  return { addresses, wrong: entries[at] };
}

export const joined = (addresses: readonly string[]): string => addresses.join(', ');

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const listIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one !== '') : [];
