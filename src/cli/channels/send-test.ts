import { randomUUID } from 'node:crypto';
import type { OutgoingMessage } from '../../channels/transport.ts';
import { failed, ok, type Outcome } from '../../checks.ts';
import type { CheckedInbox } from './inbox-checks.ts';

const TEXT = 'This is a test of Parley. You need not answer.';

/** Sends a test message through the inbox to this address or id in its channel; nothing of it is stored. */
export async function sendTest({ provider, means, name }: CheckedInbox, to: string): Promise<Outcome> {
  const { transports } = await import('../../channels/transports.ts');
  const transport = transports[provider];
  const email = means.channel.settings['email'];
  const message = testMessage(to, typeof email === 'string' ? { address: email, name } : null);
  for (const part of transport.partsOf(message)) {
    const outcome = await part({ ...means, key: randomUUID() });
    if (outcome.is !== 'accepted') {
      return failed(outcome.reason, `${transport.provider} has not taken it: see what else is listed here`);
    }
  }
  return ok(`${transport.provider} has taken a message to ${to}`);
}

function testMessage(to: string, mailbox: { address: string; name: string } | null): OutgoingMessage {
  return {
    id: 0,
    to,
    content: TEXT,
    contentType: 'text',
    contentAttributes: {},
    files: [],
    answers: null,
    answered: {},
    mail: mailbox && headOf(to, mailbox),
    template: null,
  };
}

function headOf(to: string, { address, name }: { address: string; name: string }): OutgoingMessage['mail'] {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const root = `test/${randomUUID()}@${domain}`;
  return {
    messageId: `test/${randomUUID()}@${domain}`,
    inReplyTo: root,
    references: [root],
    subject: 'Test of Parley',
    fromName: name,
    inboxAddress: address,
    replyTo: address,
    to: [to],
    cc: [],
    bcc: [],
    signature: '',
    automatic: 'auto-generated',
    pictures: [],
  };
}
