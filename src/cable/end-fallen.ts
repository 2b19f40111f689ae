import type { App } from '../app.ts';
import { readAllowed } from './allowed.ts';
import type { Subscription } from './socket.ts';
import type { Subscriber } from './subscriber.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Ends revoked subscriptions in the account; returns the remaining subscribers. */
export async function endFallen(
  app: App,
  subscriptions: Subscriptions,
  accountId: number,
  now: Date,
): Promise<Subscriber[]> {
  const all: Subscription[] = [...subscriptions.inAccount(accountId)];
  const allowed = await readAllowed(app.tx(), accountId, all, now);
  return all.flatMap((subscription) => {
    if (!allowed.stands(subscription)) {
      subscriptions.end(subscription);
      return [];
    }
    const { who } = subscription;
    const own = who.kind === 'contact' && allowed.contactInbox(who.contactInboxId);
    // A merge may have been missed.
    if (own) subscriptions.assign(subscription, own.contactId);
    return subscription.who;
  });
}
