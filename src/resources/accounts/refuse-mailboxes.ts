import { accessDenied } from '../../errors.ts';

/** Refuses to move mailboxes with the tokens of their providers. @throws AppError `access_denied` */
export function refuseMailboxes(): never {
  throw accessDenied('this installation reaches mailboxes by IMAP and SMTP alone; create e-mail inboxes instead');
}
