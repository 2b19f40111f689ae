import type { App } from '../../app.ts';
import type { ImapConnection } from '../../channels/email/imap/aside/imap-connection.ts';
import { openConnection } from '../../channels/email/imap/aside/open-connection.ts';
import { RefusedLogin } from '../../channels/email/imap/failures.ts';
import { type AddressOf, imapServerOf } from '../../channels/email/imap/imap-server.ts';
import { usesToken } from '../../channels/mail-providers.ts';
import type { TokenSource } from '../../oauth/tokens.ts';
import { tokensOfChannel } from '../../resources/authorizations/access-token.ts';
import type { ReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';

/** The provider gives no token until an administrator connects the mailbox again, who has been told. */
export class LostMailboxAccess extends Error {}

/**
 * A connection to the mailbox of an inbox, signed in; `isApart`: in another thread than most. A token that its server refuses is
 * refreshed once.
 * @throws RefusedLogin; LostMailboxAccess; Excess; ThreadEnded; Error when it cannot be opened
 */
export async function openMailbox(
  app: App,
  { channel }: ReceivingInbox,
  { channelId, addressOf, isApart }: { channelId: number; addressOf: AddressOf; isApart: boolean },
  signal: AbortSignal,
): Promise<ImapConnection> {
  const open = async (token: string | null) =>
    openConnection(await imapServerOf(channel, token, addressOf), { isApart, signal });
  if (!usesToken(channel.settings, 'imap')) return open(null);
  const tokens = tokensOfChannel(app, channelId);
  const token = await tokenIn(tokens);
  try {
    return await open(token);
  } catch (error) {
    if (!(error instanceof RefusedLogin)) throw error;
    await tokens.refuse(token);
    const next = await tokenIn(tokens);
    if (next === token) throw error;
    return open(next);
  }
}

async function tokenIn(tokens: TokenSource): Promise<string> {
  const answer = await tokens.current();
  if (answer.is === 'token') return answer.token;
  throw answer.is === 'reauthorize' ? new LostMailboxAccess(answer.reason) : new Error(answer.reason);
}
