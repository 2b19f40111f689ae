import { type Check, failed, ok, type Outcome } from '../../checks.ts';
import { lacksTls } from '../../errors.ts';
import { ALLOW_PLACE, RefusedPlace } from '../../guarded-look-up.ts';
import type { ChannelChecks, CheckMeans } from '../checking/channel-checks.ts';
import { usesToken } from '../mail-providers.ts';
import { checkMailbox } from './imap/check-mailbox.ts';
import { signInBySmtp, smtpFailure } from './send-by-smtp.ts';
import { type SmtpServer, smtpServerOf } from './smtp-server.ts';

/** Signs in to the mail servers of the inbox; no mail is sent, and none is read. */
export const emailChecks: ChannelChecks = (means) => [
  { name: 'smtp', look: () => smtpOutcome(means) },
  means.channel.settings['imap_enabled'] === true ? imapCheck(means) : receivingCheck(means),
];

async function smtpOutcome(means: CheckMeans): Promise<Outcome> {
  const { settings } = means.channel;
  if (!settings['smtp_enabled'] && means.mail.smtp_url === '') {
    return failed('mails cannot be sent', 'set smtp_enabled, smtp_address and the login, or mail.smtp_url');
  }
  const [place, setting] = settings['smtp_enabled']
    ? [String(settings['smtp_address']), "the inbox's smtp_ settings"]
    : ["the installation's mail server", 'mail.smtp_url'];
  let server: SmtpServer | null = null;
  try {
    server = await smtpServerOf(means);
    await signInBySmtp(server);
    return ok(server.login ? `${place} takes the login` : `${place} answers`);
  } catch (error) {
    const reason = server && lacksTls(error) ? smtpFailure(error, server) : (error as Error).message;
    return failed(`${place}: ${reason}`, adviceFor(error instanceof RefusedPlace, setting));
  }
}

const imapCheck = ({ channel, tokens, addressOf }: CheckMeans): Check => ({
  name: 'imap',
  async look() {
    const answer = usesToken(channel.settings, 'imap') ? await tokens.current() : null;
    if (answer !== null && answer.is !== 'token') {
      return failed(`there is no access token for the mailbox: ${answer.reason}`, 'connect the inbox again');
    }
    const {
      isGood,
      words,
      isNotAllowed = false,
    } = await checkMailbox(channel, { token: answer?.token ?? null, addressOf });
    return isGood ? ok(words) : failed(words, adviceFor(isNotAllowed, "the inbox's imap_ settings"));
  },
});

/** For a server that could not be used; `setting` names it. */
const adviceFor = (isNotAllowed: boolean, setting: string) =>
  isNotAllowed ? ALLOW_PLACE : `correct ${setting}, or start that server`;

const receivingCheck = ({ channel: { settings }, mail }: CheckMeans): Check => ({
  name: 'receiving',
  async look() {
    const ways = [
      'by "parley receive-mail"',
      ...(mail.lmtp === '' ? [] : ['by LMTP']),
      ...(mail.inbound_password === '' ? [] : ['by HTTP']),
    ];
    const address = String(settings['email']);
    return ok(`no mailbox is read (imap_enabled): mails to ${address} come from a mail server, ${ways.join(' or ')}`);
  },
});
