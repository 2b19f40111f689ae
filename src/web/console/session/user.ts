export const AVAILABILITIES = ['online', 'busy', 'offline'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** An account of the user. */
export type Membership = {
  id: number;
  name: string;
  role: string | null;
  availability: Availability;
};

/** The user who is signed in, as far as the console reads the profile. */
export type User = {
  id: number;
  name: string;
  email: string;
  available_name: string;
  avatar_url: string;
  /** The account in which they worked last; null = they are in none. */
  account_id: number | null;
  accounts: Membership[];
  /** What apps keep for the user. */
  ui_settings: { density?: unknown };
};
