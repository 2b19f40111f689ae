import { randomUUID } from 'node:crypto';
import type { TestAccount } from '../factories.ts';
import { givenMailInbox, smtpOf } from '../mail/mail-inbox.ts';
import { givenMailServer, type Arrived, type MailServer } from '../servers/smtp.ts';
import type { Callback, OpenInbox, Said, TestChannel, ChannelProvider } from './channel.ts';
import { mailFaultOf } from './faults.ts';

const PASSWORD = 'from-the-mail-server';
const PATH = '/rails/action_mailbox/relay/inbound_emails';
const LOGIN = Buffer.from(`actionmailbox:${PASSWORD}`).toString('base64');
const HEADERS = { 'content-type': 'message/rfc822', authorization: `Basic ${LOGIN}` };

/** What of a mail is looked at. */
type SentMail = { to: string[]; messageId: string; text: string; files: (string | null)[] };

const sentMail = ({ to, email }: Arrived): SentMail => ({
  to,
  messageId: String(email.messageId),
  text: `${email.text ?? ''} ${email.html ?? ''}`,
  files: email.attachments.map(({ filename }) => filename),
});

export const emailChannel: TestChannel = {
  isRepeatable: false,
  hasHandle: false,
  partOf: ({ sent }) => (sent as SentMail).messageId,

  async start() {
    const server = await givenMailServer();
    const provider: ChannelProvider = {
      taken: () => server.arrived.map((mail) => ({ sent: sentMail(mail), reply: {} })),
      fail: (names) => void server.faults.push(...names.map(mailFaultOf)),
      recover: () => void (server.faults.length = 0),
      stop: () => server.stop(),
    };
    const settings = { 'mail.inbound_password': PASSWORD };
    return { provider, settings, files: null, open: (account) => openMail(account, server) };
  },
};

async function openMail(account: TestAccount, server: MailServer): Promise<OpenInbox> {
  const { id, address } = await givenMailInbox(account, smtpOf(server));
  /** The first mail of each person, to which the others belong. */
  const threads = new Map<string, string>();
  const mailOf = (from: string, text: string, more = ''): Said => {
    const messageId = `${randomUUID()}@example.com`;
    const thread = threads.get(from);
    if (thread === undefined) threads.set(from, messageId);
    const head = [
      `From: Carla <${from}>`,
      `To: ${address}`,
      'Subject: Help',
      `Message-ID: <${messageId}>`,
      ...(thread === undefined ? [] : [`References: <${thread}>`]),
    ];
    return { id: messageId, callback: callbackOf([...head, more || '', text].join('\r\n')), text: '', files: 0 };
  };
  return {
    inbox: { id },
    somebody: () => `carla-${randomUUID()}@example.com`,
    says: {
      text: (from, mark) => ({ ...mailOf(from, mark), text: mark }),
      html: (from, mark) => {
        const body = `<p>${mark}</p><script>alert(1)</script><img src="x" onerror="alert(1)">`;
        return { ...mailOf(from, `\r\n${body}`, 'Content-Type: text/html; charset=utf-8'), text: mark };
      },
      document: (from, mark) => ({
        ...mailOf(from, `\r\n${withFile(mark)}`, 'Content-Type: multipart/mixed; boundary="b"'),
        text: mark,
        files: 1,
      }),
    },
  };
}

const callbackOf = (mail: string): Callback => ({ path: PATH, headers: HEADERS, body: `${mail}\r\n` });

const withFile = (text: string) =>
  [
    '--b',
    'Content-Type: text/plain',
    '',
    text,
    '--b',
    'Content-Type: text/csv; name="parcels.csv"',
    'Content-Disposition: attachment; filename="parcels.csv"',
    '',
    '1,2',
    '--b--',
  ].join('\r\n');
