import type { App } from '../../app.ts';
import { readAllowed } from '../allowed.ts';
import type { Subscriptions } from '../subscriptions.ts';

/** To be called after a merge: it gives contact inboxes, and those who listen in them, to another contact. */
export async function reassignContacts(app: App, subscriptions: Subscriptions, accountId: number): Promise<void> {
  const ofContacts = [...subscriptions.inAccount(accountId)].filter(({ who }) => who.kind === 'contact');
  const allowed = await readAllowed(app.tx(), accountId, ofContacts, app.now());
  for (const subscription of ofContacts) {
    const { who } = subscription;
    const now = who.kind === 'contact' && allowed.contactInbox(who.contactInboxId);
    if (now) subscriptions.assign(subscription, now.contactId);
  }
}
