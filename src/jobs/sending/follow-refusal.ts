import type { App } from '../../app.ts';
import type { Outcome } from '../../channels/transport.ts';
import type { Outgoing } from '../../conversations/sending/read-outgoing.ts';
import { noteRegistration } from '../../resources/inboxes/registration/note-registration.ts';
import { loseLogin } from '../../resources/inboxes/registration/lose-login.ts';
import { queueSync } from '../../resources/inboxes/whatsapp/sync-templates.ts';

/** Attempts at a message after which a login that may be mended by itself counts as refused: about half an hour. */
const LOGIN_ATTEMPTS = 4;

/**
 * Handles the wider causes of an outcome: stores a refused or working login, or fetches templates again. `attempts`: the number
 * of attempts at the message.
 */
export async function followRefusal(
  app: App,
  { account, inboxId, channel }: Pick<Outgoing, 'account' | 'inboxId' | 'channel'>,
  outcome: Outcome,
  attempts: number,
): Promise<void> {
  if (outcome.is === 'accepted') return noteSmtp(app, { account, inboxId, channel }, null);
  if (outcome.is !== 'refused' && outcome.is !== 'later') return;
  const { reason, because } = outcome;
  if (because === 'login') await noteSmtp(app, { account, inboxId, channel }, reason);
  const isLost = because === 'login' && (outcome.is === 'refused' || attempts >= LOGIN_ATTEMPTS);
  if (isLost) await loseLogin(app.tx(), { account, inboxId }, channel.secrets, reason, app.now());
  if (because === 'template') await queueSync(app.tx(), account.id, { id: inboxId }, app.now());
}

/** Stores with an e-mail inbox why its server does not take its login, from the first time on; null = it does. */
async function noteSmtp(
  app: App,
  { account, inboxId, channel }: Pick<Outgoing, 'account' | 'inboxId' | 'channel'>,
  problem: string | null,
): Promise<void> {
  const { smtp_enabled: hasServer, smtp_error: known = null } = channel.settings;
  if (hasServer !== true || known === problem) return;
  await noteRegistration(app.tx(), { account, inboxId }, { smtp_error: problem }, app.now());
}
