import { RefusedPlace } from '../../../guarded-look-up.ts';
import type { OutgoingChannel } from '../../transport.ts';
import { type AddressOf, imapServerOf } from './imap-server.ts';
import { openConnection } from './aside/open-connection.ts';
import { reasonOf, RefusedLogin } from './failures.ts';
import { FOLDER } from './folder.ts';

/** Whether a mailbox can be read, and a sentence about it without secrets; `isNotAllowed`: its server may not be connected to. */
export type MailboxCheck = { isGood: boolean; words: string; isNotAllowed?: true };

/** For all of it. */
const LONGEST_MS = 60_000;

/**
 * Signs in to the IMAP server of an e-mail channel, opens the folder that is read, and signs out. Nothing is changed there,
 * and nothing stored here. `token` is the access token where `usesToken(settings, 'imap')` of mail-providers.ts holds
 * (`accessTokenOfChannel` gives it), else null; `addressOf` refuses servers that may not be connected to, as
 * `reachableAddress` of guarded-look-up.ts. It does not throw.
 */
export async function checkMailbox(
  channel: Pick<OutgoingChannel, 'settings' | 'secrets'>,
  { token, addressOf }: { token: string | null; addressOf: AddressOf },
): Promise<MailboxCheck> {
  const { imap_enabled: isEnabled, imap_address: host, imap_login: login } = channel.settings;
  if (isEnabled !== true) return { isGood: false, words: 'imap_enabled is false: no mail is fetched' };
  const where = `${String(host)} as ${String(login)}`;
  try {
    const server = await imapServerOf(channel, token, addressOf);
    const connection = await openConnection(server, { isApart: true, signal: AbortSignal.timeout(LONGEST_MS) });
    try {
      const { exists } = await connection.openFolder();
      const how = connection.isSecure ? '' : ', without TLS';
      const mails = exists === 1 ? 'one mail' : `${exists} mails`;
      return { isGood: true, words: `signed in to ${where}${how}: ${FOLDER} has ${mails}` };
    } finally {
      await connection.signOut().catch(() => {});
      connection.close();
    }
  } catch (error) {
    const what = error instanceof RefusedLogin ? 'refuses the login' : 'cannot be read';
    return {
      isGood: false,
      words: `${where} ${what}: ${reasonOf(error)}`,
      ...(error instanceof RefusedPlace && { isNotAllowed: true }),
    };
  }
}
