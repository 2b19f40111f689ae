import type { Availability, Role } from '../entities/account-user.ts';

export type UserRecord = {
  id: number;
  name: string;
  displayName: string | null;
  email: string;
  avatarUrl: string | null;
  /** The address of an open invitation; null = accepted. */
  invitedEmail: string | null;
  availability: Availability;
  autoOffline: boolean;
  /** Until when the user is online in the account; null = they have never been. */
  onlineUntil: Date | null;
  role: Role;
};

/** A user in one account. */
export type Member = { accountId: number; userId: number };
