import type { Availability, Role } from '../entities/account-user.ts';

export type UserRecord = {
  id: number;
  name: string;
  displayName: string | null;
  email: string;
  avatarUrl: string | null;
  /** The address of an invitation that they have not accepted yet; null = they have accepted. */
  invitedEmail: string | null;
  availability: Availability;
  autoOffline: boolean;
  /** When the user last worked in the account; null = never. */
  activeAt: Date | null;
  role: Role;
};
