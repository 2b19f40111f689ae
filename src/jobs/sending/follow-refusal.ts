import type { App } from '../../app.ts';
import type { Outcome } from '../../channels/transport.ts';
import type { Outgoing } from '../../conversations/sending/read-outgoing.ts';
import { loseLogin } from '../../resources/inboxes/registration/lose-login.ts';
import { queueSync } from '../../resources/inboxes/whatsapp/sync-templates.ts';

/** What a refusal that is about more than the message calls for: it is stored that the login is refused, or templates are fetched again. */
export async function followRefusal(
  app: App,
  { account, inboxId, channel }: Pick<Outgoing, 'account' | 'inboxId' | 'channel'>,
  outcome: Outcome,
): Promise<void> {
  if (outcome.is !== 'refused') return;
  const { reason, because } = outcome;
  if (because === 'login') await loseLogin(app.tx(), { account, inboxId }, channel.secrets, reason, app.now());
  if (because === 'template') await queueSync(app.tx(), account.id, { id: inboxId }, app.now());
}
