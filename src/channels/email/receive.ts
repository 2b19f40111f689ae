import type { Attributes } from '../../entities/columns.ts';
import { isOfJob } from '../../mail/mail.ts';
import { iso } from '../../time.ts';
import type { ReceivedItem, ReceivedThread, Receiver, StoreFile } from '../receiving/receiver.ts';
import type { OutgoingChannel } from '../transport.ts';
import { conversationOf, UUID } from './answer-addresses.ts';
import type { MailText, ReadMail } from './reading/read-mail.ts';
import { MOST_FILES, type WrittenFile } from './reading/mail-files.ts';
import type { MailPlace } from './reading/mail-place.ts';
import { mailAsFile } from './reading/mail-as-file.ts';
import { readMailAside } from './reading/read-aside.ts';
import { Unread } from './reading/reading-thread.ts';
import { withoutSignInLinks } from './without-sign-in-links.ts';

/** The Message-IDs of what is sent in a conversation. */
const OWN_ID = new RegExp(`^(?:conversation|account/\\d+/conversation)/(${UUID})[/@]`, 'i');

/** Reads mails, each of which is an event with a file. */
export const emailReceiver: Receiver = {
  provider: 'e-mail',
  refusal: () => 'mails come from mail servers',
  eventsIn: () => [],
  receive() {
    throw new Error('mails are in files');
  },
  receiveFile: async (place, channel, store, accountId) => itemsOf(await mailOf(place, accountId), channel, store),
};

type WrittenMail = ReadMail<WrittenFile>;

/** The mail; a mail that takes too long to read is stored as a file, so that nothing is lost. */
async function mailOf(place: MailPlace, accountId: number): Promise<WrittenMail> {
  try {
    return await readMailAside(place, accountId);
  } catch (error) {
    if (error instanceof Unread) return mailAsFile(place);
    throw error;
  }
}

async function itemsOf(mail: WrittenMail, { settings }: OutgoingChannel, store: StoreFile): Promise<ReceivedItem[]> {
  const { sender, bounce } = mail;
  if (bounce) return [statusOf(bounce)];
  if (sender === null) return [{ is: 'ignored', why: 'a mail without an address that could be answered' }];
  if (sender.address === String(settings['email'] ?? '').toLowerCase()) {
    return [{ is: 'ignored', why: 'a mail of this inbox itself' }];
  }
  const stored = await storeFiles(mail.files, store);
  const answers = [...new Set([mail.inReplyTo, ...mail.references.toReversed()])].filter((id) => id !== null);
  return [
    {
      is: 'message',
      sourceId: mail.messageId,
      distinctId: `${mail.digest} ${mail.messageId}`,
      // Another installation of this program has ids like ours.
      sentFrom: OWN_ID.exec(mail.messageId)?.[1]?.toLowerCase() ?? null,
      from: { sourceId: sender.address, name: sender.name || null, email: sender.address },
      content: withoutSignInLinks(mail.content) || null,
      contentType: 'incoming_email',
      // Mails that this server sends to a member with the address of an inbox would tell this member of each other for ever.
      ...((mail.isAutomaticAnswer || isOfJob(mail.messageId)) && { kind: 'automatic' }),
      ...(mail.isReaction && { kind: 'reaction' }),
      contentAttributes: attributesOf(mail, stored.urls),
      storedFiles: stored.files,
      answers,
      thread: threadOf(mail, answers),
      conversationAttributes: {
        source: 'email',
        in_reply_to: mail.inReplyTo,
        mail_subject: mail.subject,
        initiated_at: { timestamp: iso(mail.date) },
        auto_reply: mail.isAutomatic,
      },
    },
  ];
}

function statusOf({ messageIds, isFinal, reason, recipient }: NonNullable<ReadMail['bounce']>): ReceivedItem {
  const sourceId = messageIds.find((id) => OWN_ID.test(id)) ?? messageIds[0];
  if (!isFinal) return { is: 'ignored', why: `a mail may still arrive: ${reason}` };
  if (sourceId === undefined) return { is: 'ignored', why: `a mail that is not known did not arrive: ${reason}` };
  return { is: 'status', sourceId, status: 'failed', error: reason, recipient };
}

/** The conversation by reply address, by an own Message-ID, or by an answered message. */
function threadOf({ recipients }: WrittenMail, answers: readonly string[]): ReceivedThread {
  const addresses = recipients.filter((address) => conversationOf(address) !== null);
  const [named] = addresses.map(conversationOf);
  const own = answers.map((id) => OWN_ID.exec(id)?.[1]?.toLowerCase()).find((uuid) => uuid !== undefined);
  return { uuid: named ?? own ?? null, sourceIds: answers, addresses };
}

/** Stores the files of the mail. Returns them, with the addresses of inline files by Content-ID. */
async function storeFiles(files: readonly WrittenFile[], store: StoreFile) {
  const stored = [];
  const urls = new Map<string, string>();
  for (const { name, path, size, contentId, isInline } of files) {
    if (path === null) continue;
    const { file, url } = await store({ path, filename: name, size });
    stored.push(file);
    if (isInline && contentId !== null) urls.set(contentId, url);
  }
  return { files: stored, urls };
}

function attributesOf(mail: WrittenMail, urls: ReadonlyMap<string, string>): Attributes {
  const shown = (text: string) =>
    text.replaceAll(/\bsrc="cid:([^"]+)"/g, (found, cid: string) => {
      const url = urls.get(cid) ?? urls.get(decoded(cid));
      return url === undefined ? found : `src="${url}"`;
    });
  const omitted = mail.files.slice(MOST_FILES, 2 * MOST_FILES).map(({ name }) => name);
  return {
    cc_email: mail.cc,
    bcc_email: mail.bcc,
    email: {
      from: mail.from,
      to: mail.to,
      cc: mail.cc,
      bcc: mail.bcc,
      subject: mail.subject,
      date: iso(mail.date),
      message_id: mail.messageId,
      in_reply_to: mail.inReplyTo,
      references: mail.references,
      content_type: mail.contentType,
      multipart: mail.contentType.startsWith('multipart/'),
      number_of_attachments: mail.files.length,
      ...(omitted.length > 0 && { omitted_attachments: omitted }),
      text_content: mail.text && blockOf(mail.text),
      html_content: mail.html && blockOf({ full: shown(mail.html.full), own: shown(mail.html.own) }),
      auto_reply: mail.isAutomatic,
    },
  };
}

/** With Chatwoot's keys, in which `quoted` is the text without its quotation. */
const blockOf = (text: MailText): Attributes => {
  const [full, own] = [withoutSignInLinks(text.full), withoutSignInLinks(text.own)];
  return { full, reply: full, quoted: own };
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
