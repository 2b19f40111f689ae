import type { ImapFlow } from 'imapflow';
import { type AddressOf, imapServerOf } from '../../channels/email/imap/imap-server.ts';
import { signIn } from '../../channels/email/imap/sign-in.ts';
import { usesToken } from '../../channels/mail-providers.ts';
import type { ReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';

/** A connection to the mailbox of an inbox, signed in. @throws RefusedLogin; Error when it cannot be opened */
export async function openMailbox(
  { channel }: ReceivingInbox,
  addressOf: AddressOf,
  signal: AbortSignal,
): Promise<ImapFlow> {
  if (usesToken(channel.settings, 'imap')) throw new Error('mailboxes at Google and Microsoft are not read yet');
  return signIn(await imapServerOf(channel, null, addressOf), signal);
}
