import type { NotificationType } from '../../entities/notification.ts';
import type { Candidate } from './find-candidates.ts';
import type { Recipient } from './write-notifications.ts';

/** The candidate as a recipient of a notification of this type, with their wishes for mails and push messages. */
export function wishesOf({ userId, mailsOf, pushesOf, hasBrowser }: Candidate, type: NotificationType): Recipient {
  return { userId, type, wantsMail: mailsOf.includes(type), wantsPush: hasBrowser && pushesOf.includes(type) };
}
