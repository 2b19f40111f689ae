import { failed, ok, type Outcome } from '../../checks.ts';
import type { ChannelChecks, CheckMeans } from '../checking/channel-checks.ts';
import { usesToken } from '../mail-providers.ts';
import { checkMailbox } from './imap/check-mailbox.ts';
import { type SmtpServer, smtpServerOf } from './smtp-server.ts';

/** Signs in to the mail servers of the inbox; no mail is sent. */
export const emailChecks: ChannelChecks = (means) => [
  { name: 'smtp', look: () => smtpOutcome(means) },
  means.channel.settings['imap_enabled'] === true
    ? { name: 'imap', look: () => imapOutcome(means) }
    : { name: 'receiving', look: async () => receivingOutcome(means) },
];

async function smtpOutcome(means: CheckMeans): Promise<Outcome> {
  const { settings } = means.channel;
  if (!settings['smtp_enabled'] && means.mail.smtp_url === '') {
    return failed('mails cannot be sent', 'set smtp_enabled, smtp_address and the login, or mail.smtp_url');
  }
  const [place, setting] = settings['smtp_enabled']
    ? [String(settings['smtp_address']), "the inbox's smtp_ settings"]
    : ["the installation's mail server", 'mail.smtp_url'];
  try {
    await signIn(await smtpServerOf(means));
    return ok(settings['smtp_login'] ? `${place} takes the login` : `${place} answers`);
  } catch (error) {
    return failed(`${place}: ${(error as Error).message}`, `correct ${setting}, or start that server`);
  }
}

/** @throws Error when the server cannot be reached, or refuses the login */
async function signIn({ options, login }: SmtpServer): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ ...options, ...(login && { auth: login }) });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function imapOutcome({ channel, tokens, addressOf }: CheckMeans): Promise<Outcome> {
  const answer = usesToken(channel.settings, 'imap') ? await tokens.current() : null;
  if (answer && answer.is !== 'token') {
    return failed(`there is no access token for the mailbox: ${answer.reason}`, 'connect the inbox again');
  }
  const { isGood, words } = await checkMailbox(channel, { token: answer?.token ?? null, addressOf });
  return isGood ? ok(words) : failed(words, "correct the inbox's imap_ settings, or start that server");
}

function receivingOutcome({ channel: { settings }, mail }: CheckMeans): Outcome {
  const at = mail.inbound_password === '' ? '' : ', or posts them to /rails/action_mailbox/relay/inbound_emails';
  return ok(
    `mails to ${String(settings['email'])} arrive where a mail server gives them to "parley receive-mail"${at}`,
  );
}
