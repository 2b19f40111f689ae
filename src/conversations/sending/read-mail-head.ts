import { picturesOf } from '../../channels/email/mail-html.ts';
import type { MailHead, OutgoingChannel } from '../../channels/transport.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import type { MessageType } from '../../entities/message.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { isFileKey, pathOf } from '../../storage/files.ts';
import { fileUrl } from '../../wire/message-blocks.ts';

/** Most ids of a long thread, besides its first. */
const MOST_REFERENCES = 20;
const SUBJECT = 'New messages on this conversation';

/**
 * The head of the mail that takes the message to its contact. `dataDir` has the files. In an inbox that has no address, replies
 * go to the domain of the installation.
 */
export async function readMailHead(
  tx: Tx,
  conversation: ConversationRecord,
  message: MessageRecord,
  { settings }: OutgoingChannel,
  dataDir: string,
): Promise<MailHead> {
  const { mail, publicUrl } = tx.installation;
  const { uuid, account, inbox, displayId, contactInbox, additionalAttributes } = conversation;
  const inboxAddress = String(settings['email'] ?? '');
  const domain = mail.inboundDomain || inboxAddress.slice(inboxAddress.lastIndexOf('@') + 1);
  const inReplyTo = await findAnswered(tx, conversation, message);
  const root = `account/${account.id}/conversation/${uuid}@${domain}`;
  const addressed = recipientsOf(message, inReplyTo, contactInbox.sourceId);
  const given = additionalAttributes['mail_subject'];
  const subject = typeof given === 'string' ? given.trim() : '';
  const isFirst = inReplyTo === null && !(await hasEarlierMail(tx, conversation.id, message.id));
  return {
    messageId: `conversation/${uuid}/messages/${message.id}@${domain}`,
    inReplyTo: inReplyTo?.sourceId ?? root,
    references: inReplyTo ? [...referencesOf(inReplyTo.contentAttributes), inReplyTo.sourceId] : [root],
    subject: subjectOf(subject, displayId, isFirst),
    fromName: await nameOf(tx, inbox.id, message),
    inboxAddress,
    replyTo: settings['imap_enabled'] || mail.inboundDomain === '' ? inboxAddress : `reply+${uuid}@${domain}`,
    ...addressed,
    bcc: listIn(message.contentAttributes['bcc_emails'], []),
    signature: await signatureOf(tx, message),
    automatic: automaticOf(message),
    pictures: picturesIn(message.content ?? '', publicUrl, dataDir),
  };
}

function subjectOf(subject: string, displayId: number, isFirst: boolean): string {
  if (subject === '') return `[#${displayId}] ${SUBJECT}`;
  return isFirst || /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

type Answered = { id: number; sourceId: string; messageType: MessageType; contentAttributes: Attributes };

/**
 * The recipients named in the message, or else the contact. If the message answers a mail of another sender, it goes to that
 * sender, with the contact in Cc.
 */
function recipientsOf({ contentAttributes }: MessageRecord, answered: Answered | null, contact: string) {
  const named = listIn(contentAttributes['to_emails'], []);
  const cc = listIn(contentAttributes['cc_emails'], []);
  const isNamed = answered !== null && answered.id === contentAttributes['in_reply_to'];
  const other = isNamed ? otherSender(answered, contact) : null;
  if (named.length > 0 || other === null) return { to: named.length > 0 ? named : [contact], cc };
  const hasContact = cc.some((address) => address.toLowerCase() === contact.toLowerCase());
  return { to: [other], cc: hasContact ? cc : [contact, ...cc] };
}

/** The reply address of a mail from a sender other than the contact; null = from the contact, or unknown. */
function otherSender({ messageType, contentAttributes: { email } }: Answered, contact: string): string | null {
  if (messageType !== 'incoming' || typeof email !== 'object' || email === null || Array.isArray(email)) return null;
  const [first] = listIn(email['reply_to'], listIn(email['from'], []));
  return first === undefined || first.toLowerCase() === contact.toLowerCase() ? null : first;
}

/** The answered mail: the mail named in the message, or else the contact's newest before it. */
async function findAnswered(
  tx: Tx,
  { id, inbox }: ConversationRecord,
  message: MessageRecord,
): Promise<Answered | null> {
  const named = message.contentAttributes['in_reply_to'];
  const query = tx.db
    .selectFrom('messages')
    .select(['id', 'source_id as sourceId', 'message_type as messageType', 'content_attributes as contentAttributes'])
    .where('conversation_id', '=', id)
    .where('source_id', 'is not', null)
    // Elsewhere, source ids are what programs call their messages.
    .$if(inbox.channelType !== 'email', (query) => query.where('content_type', '=', 'incoming_email'));
  const newest = query
    .where('message_type', '=', 'incoming')
    .where('id', '<', message.id)
    .orderBy('id', 'desc')
    .limit(1);
  const found =
    (typeof named === 'number' ? await query.where('id', '=', named).executeTakeFirst() : undefined) ??
    (await newest.executeTakeFirst());
  return found?.sourceId ? { ...found, sourceId: found.sourceId } : null;
}

function referencesOf({ email }: Attributes): string[] {
  if (typeof email !== 'object' || email === null || Array.isArray(email)) return [];
  const { references, in_reply_to: inReplyTo } = email;
  const all = listIn(references, typeof inReplyTo === 'string' && inReplyTo !== '' ? [inReplyTo] : []);
  return all.length > MOST_REFERENCES ? [...all.slice(0, 1), ...all.slice(-MOST_REFERENCES)] : all;
}

async function hasEarlierMail(tx: Tx, conversationId: number, messageId: number): Promise<boolean> {
  const earlier = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('source_id', 'is not', null)
    .where('id', '<', messageId)
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/** The sender's name: the business, and in friendly inboxes also the writing person or bot. */
async function nameOf(tx: Tx, inboxId: number, { sender }: MessageRecord): Promise<string> {
  const { business, showsAuthors } = await readSenderNames(tx, inboxId);
  return showsAuthors && sender ? `${sender.displayName || sender.name} from ${business}` : business;
}

/** The name of the business, and whether contacts see the author's name. */
export async function readSenderNames(tx: Tx, inboxId: number): Promise<{ business: string; showsAuthors: boolean }> {
  const { name, businessName, kind } = await tx.db
    .selectFrom('inboxes')
    .select(['name', 'business_name as businessName', 'sender_name_type as kind'])
    .where('id', '=', inboxId)
    .executeTakeFirstOrThrow();
  return { business: businessName?.trim() || name, showsAuthors: kind === 'friendly' };
}

/**
 * The signature of the user who writes. Chatwoot's clients put it into the text themselves, and let each user turn it off
 * for a kind of inbox.
 */
async function signatureOf(tx: Tx, { sender, content, messageType }: MessageRecord): Promise<string> {
  if (sender?.type !== 'User' || messageType !== 'outgoing') return '';
  const user = await tx.db
    .selectFrom('users')
    .select(['message_signature as signature', 'ui_settings as settings'])
    .where('id', '=', sender.id)
    .executeTakeFirst();
  const signature = user?.signature?.trim() ?? '';
  const isOff = user?.settings['channel_email_signature_enabled'] === false;
  return isOff || content?.includes(signature) ? '' : signature;
}

/** How the message came to be, if a program wrote it: a bot, an automation or the inbox itself; null = somebody did. */
export function automaticOf({ messageType, sender, contentAttributes }: MessageRecord): MailHead['automatic'] {
  if (messageType === 'template') return 'auto-replied';
  const isByProgram = sender?.type === 'AgentBot' || contentAttributes['automation_rule_id'] !== undefined;
  return isByProgram ? 'auto-generated' : null;
}

/** The pictures of this server in the Markdown. */
export function picturesIn(markdown: string, publicUrl: string, dataDir: string): MailHead['pictures'] {
  return [...new Set(picturesOf(markdown))].flatMap((url) => {
    const [key = '', encoded = ''] = url.startsWith(`${publicUrl}/files/`)
      ? url.slice(`${publicUrl}/files/`.length).split('/')
      : [];
    const name = decoded(encoded);
    if (!isFileKey(key) || name === null || fileUrl(publicUrl, key, name) !== url) return [];
    return [{ url, name, path: pathOf(dataDir, key) }];
  });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function listIn(value: Json | undefined, otherwise: string[]): string[] {
  const texts = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  return texts.length > 0 ? texts : otherwise;
}
