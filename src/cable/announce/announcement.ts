import type { CableEvent } from '../../wire/cable/event-shapes.ts';

/** Who of the team hears of something. */
export type TeamAudience = {
  data: object;
  /** Members of this inbox and administrators; null = all members of the account. */
  inboxId: number | null;
  /** Where the contact is known by the source ids in `data`; absent = there are none in it. */
  contactIn?: { inboxId: number; channel: string };
  /** Only these; absent = all. They may also be members of the conversation's team, `teamMemberIds`. */
  userIds?: readonly number[];
  teamMemberIds?: readonly number[];
  /** All but this user. */
  exceptUserId?: number;
};

/**
 * The contact of a conversation, in all inboxes with a verified identity. `dataForUnknown`: for listeners who may not see the
 * contact's stored values; absent = the same data.
 */
export type ContactAudience = {
  data: object;
  dataForUnknown?: object;
  contactInboxId: number;
  contactId: number;
  isVerified: boolean;
};

/** Something to be told; null = not to that side. `data` is without the account's id. */
export type Announcement = {
  accountId: number;
  event: CableEvent;
  team: TeamAudience | null;
  contact: ContactAudience | null;
};
