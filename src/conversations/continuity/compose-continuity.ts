import { answerAddress } from '../../channels/email/answer-addresses.ts';
import { renderText } from '../../channels/render-text.ts';
import type { OutgoingMessage } from '../../channels/transport.ts';
import type { Tx } from '../../db/tx.ts';
import { escapeMarkdown } from '../../markdown/escape-markdown.ts';
import { toPlain } from '../../markdown/to-plain.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { mailAddressOf } from '../../records/public/mail-address.ts';
import type { MessageRecord } from '../../records/message.ts';
import { withoutLinks } from '../../mail/without-links.ts';
import { listMessages } from '../messages/queries.ts';
import { automaticOf, picturesIn, readMailHead, readSenderNames } from '../sending/read-mail-head.ts';
import { outgoingMessage } from '../sending/read-outgoing.ts';
import { isProvedAddress } from './unproved-addresses.ts';
import type { Begun } from './begin-continuity.ts';

/** The most earlier messages that a mail repeats, to tell its subject, and characters of each message. */
const MOST_EARLIER = 10;
const EARLIER_LENGTH = 500;
const BEFORE = 'Before that:';

/** The mail with these messages to their contact, as one message. `dataDir` has the files. */
export async function composeContinuity(
  tx: Tx,
  { conversation, messages }: Begun,
  dataDir: string,
): Promise<OutgoingMessage> {
  const last = messages.at(-1);
  const to = mailAddressOf(conversation);
  if (!last || !to) throw new Error('a mail without a message, or without an address');
  // A mail has no widget that draws a survey: it needs the address of its page.
  const mailed = { ...conversation, inbox: { ...conversation.inbox, channelType: 'email' as const } };
  const all = messages.map((message) => ({ message, outgoing: outgoingMessage(tx, mailed, message, dataDir) }));
  const isAutomatic = messages.every((message) => automaticOf(message) !== null);
  // Nobody may have looked at what was said before: a visitor could have it mailed to any address that they claim to have.
  const earlier = isAutomatic ? [] : await readEarlier(tx, conversation, messages[0]?.id ?? null);
  const isProved = await isProvedAddress(tx, conversation, to);
  const content = await contentOf(tx, conversation, all, { earlier, isProved });
  const head = await readMailHead(tx, conversation, last, { settings: {}, secrets: {} }, dataDir);
  const { mail, vault } = tx.installation;
  const replyTo = answerAddress(vault, { uuid: conversation.uuid, email: to }, mail.inboundDomain);
  const pictures = picturesIn(content, tx.installation.publicUrl, dataDir);
  return {
    id: last.id,
    to,
    content,
    contentType: 'text',
    contentAttributes: {},
    files: all.flatMap(({ outgoing }) => outgoing.files),
    answers: null,
    answered: {},
    template: null,
    mail: { ...head, to: [to], replyTo, signature: '', automatic: isAutomatic ? head.automatic : null, pictures },
  };
}

/** The messages one after the other, with their authors where these are several, and below what was said before. */
async function contentOf(
  tx: Tx,
  conversation: ConversationRecord,
  all: readonly { message: MessageRecord; outgoing: Omit<OutgoingMessage, 'mail'> }[],
  { earlier, isProved }: { earlier: readonly MessageRecord[]; isProved: boolean },
): Promise<string> {
  const { business, showsAuthors } = await readSenderNames(tx, conversation.inbox.id);
  const authorOf = ({ sender, messageType }: MessageRecord) =>
    sender && (showsAuthors || messageType === 'incoming') ? sender.displayName || sender.name : business;
  const hasAuthors = new Set(all.map(({ message }) => authorOf(message))).size > 1;
  const texts = all.flatMap(({ message, outgoing }) => [
    hasAuthors ? `**${authorOf(message)}:**` : '',
    renderText({ ...outgoing, mail: null }),
  ]);
  const recap = earlier.map((message) =>
    quoted(authorOf(message), message, isProved || message.messageType !== 'incoming' ? same : withoutLinks),
  );
  return [...texts, ...(recap.length > 0 ? [BEFORE] : []), ...recap].filter((text) => text !== '').join('\n\n');
}

/** What was said before this message, unless the contact's newest message came by mail: then they have it. */
async function readEarlier(tx: Tx, { id }: ConversationRecord, before: number | null): Promise<MessageRecord[]> {
  const range = { before, after: null, publicOnly: true, limit: MOST_EARLIER, offset: 0 };
  const earlier = await listMessages(tx, id, range);
  const newest = earlier.findLast(({ messageType }) => messageType === 'incoming');
  return newest?.contentType === 'incoming_email' ? [] : earlier.filter(({ content }) => content !== null);
}

const same = (text: string) => text;

/**
 * The beginning of the message below its author. `shown` changes what is read: links can be written in Markdown in ways that only
 * the text without its marks tells.
 */
function quoted(author: string, { content }: MessageRecord, shown: (text: string) => string): string {
  const text = shown(toPlain(content ?? ''));
  const cut = text.length > EARLIER_LENGTH ? `${text.slice(0, EARLIER_LENGTH).toWellFormed()}…` : text;
  return `**${escapeMarkdown(shown(author))}:** ${escapeMarkdown(cut)}`.replaceAll(/^/gm, '> ');
}
