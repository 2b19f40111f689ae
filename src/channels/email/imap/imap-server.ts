import type { ImapFlowOptions } from 'imapflow';
import { isIP } from 'node:net';
import type { Attributes } from '../../../entities/columns.ts';
import { SECOND } from '../../../time.ts';
import { isOwnServer } from '../../mail-providers.ts';
import { NO_MAIL_SERVERS } from '../../mail-servers.ts';
import type { Means, OutgoingChannel } from '../../transport.ts';
import { MAX_MAIL_BYTES } from '../mail-event.ts';

/** A response has more than the mail in it. A line without a mail is short, or has the numbers of 250,000 mails at most. */
const MAX_RESPONSE_BYTES = MAX_MAIL_BYTES + 1024 * 1024;
const MAX_LINE_BYTES = 2 * 1024 * 1024;
const CONNECT_MS = 15 * SECOND;
/** How long a server may be silent while it is expected to answer. */
const SILENCE_MS = 90 * SECOND;

/** An address of the server with this name that it may be reached at. @throws Error when there is none */
export type AddressOf = Means['addressOf'];

/**
 * How the channel's IMAP server is connected to, and signed in to: with `token`, or the password where it is null. The
 * certificate must be good, for the name in the settings.
 * @throws Error when the server has no address that may be connected to, or the login may not be sent to it
 */
export async function imapServerOf(
  { settings: given, secrets }: Pick<OutgoingChannel, 'settings' | 'secrets'>,
  token: string | null,
  addressOf: AddressOf,
): Promise<ImapFlowOptions> {
  const settings: Attributes = { ...NO_MAIL_SERVERS, ...given };
  const [host, user] = [String(settings['imap_address']), String(settings['imap_login'])];
  const name = host.replace(/^\[|\]$/g, '');
  const isSecure = settings['imap_enable_ssl'] !== false;
  if (!isSecure && settings['imap_authentication'] === 'cram_md5') {
    throw new Error('imap_authentication cram_md5 is not supported: enable imap_enable_ssl, and choose plain');
  }
  return {
    host: await addressOf(host),
    // The certificate is for the name, not for the address that is connected to.
    ...(isIP(name) === 0 && { servername: name }),
    port: Number(settings['imap_port']),
    secure: isSecure,
    // Without TLS from the beginning, it is begun where the server offers it; a provider's own server must.
    ...(!isSecure && isOwnServer(settings, 'imap') && { doSTARTTLS: true }),
    auth: token === null ? { user, pass: String(secrets['imap_password'] ?? '') } : { user, accessToken: token },
    clientInfo: { name: 'Parley' },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxLiteralSize: MAX_MAIL_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
    maxLineLength: MAX_LINE_BYTES,
    // The reader says when it idles.
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableIMAP4rev2: true,
    disableCompression: true,
    logger: false,
  };
}
