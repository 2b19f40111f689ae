import type { ClaimedMailbox } from '../../resources/provider_callbacks/mailboxes/claim-mailboxes.ts';
import { DAY } from '../../time.ts';

/** How long it counts that the server of a mailbox has sent more than is read. */
const COUNTS_MS = DAY;

/** Which servers of mailboxes have sent more than is read (`Bounds`), in this process. */
export type Excesses = {
  /** Notes another time. Returns how many times it has been by now, each within a day of the one before. */
  note(mailbox: Pick<ClaimedMailbox, 'id' | 'accountId'>): number;
  /** Whether the server of any mailbox of the account has. */
  isSuspect(accountId: number): boolean;
};

export function openExcesses(): Excesses {
  const mailboxes = new Map<number, { times: number; at: number; accountId: number }>();
  const forgetOld = () => {
    for (const [id, { at }] of mailboxes) if (performance.now() - at > COUNTS_MS) mailboxes.delete(id);
  };

  return {
    note({ id, accountId }) {
      forgetOld();
      const times = (mailboxes.get(id)?.times ?? 0) + 1;
      mailboxes.set(id, { times, at: performance.now(), accountId });
      return times;
    },
    isSuspect(accountId) {
      forgetOld();
      return mailboxes.values().some((mailbox) => mailbox.accountId === accountId);
    },
  };
}
