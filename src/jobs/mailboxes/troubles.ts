import type { Care } from '../../channels/email/imap/new-mails.ts';

/** Times that fetching may break off at the same mail before it is left out. */
const MOST_TIMES = 3;

/** Where fetching mails has broken off, in this process: by the ids of mailboxes. */
export type Troubles = {
  /** Fetching what follows this UID has broken off. */
  note(mailbox: number, lastUid: number): void;
  /** With what care that is fetched now. */
  careAt(mailbox: number, lastUid: number): Care;
  forget(mailbox: number): void;
};

export function openTroubles(): Troubles {
  const places = new Map<number, { lastUid: number; times: number }>();
  const timesAt = (mailbox: number, lastUid: number) => {
    const place = places.get(mailbox);
    return place?.lastUid === lastUid ? place.times : 0;
  };

  return {
    note: (mailbox, lastUid) => void places.set(mailbox, { lastUid, times: timesAt(mailbox, lastUid) + 1 }),
    careAt(mailbox, lastUid) {
      const times = timesAt(mailbox, lastUid);
      return { isOneByOne: times > 0, leavesOut: times >= MOST_TIMES };
    },
    forget: (mailbox) => void places.delete(mailbox),
  };
}
