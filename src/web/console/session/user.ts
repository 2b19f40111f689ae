export const AVAILABILITIES = ['online', 'busy', 'offline'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** An account of the user. */
export type Membership = {
  id: number;
  name: string;
  role: string | null;
  availability: Availability;
};

/** What the browser may keep of a profile: nothing secret. */
export const keptOf = ({
  id,
  name,
  email,
  available_name,
  avatar_url,
  account_id,
  accounts,
  message_signature,
  ui_settings,
}: User): User => ({
  id,
  name,
  email,
  available_name,
  avatar_url,
  account_id,
  accounts: accounts.map(({ id, name, role, availability }) => ({ id, name, role, availability })),
  message_signature,
  ui_settings,
});

/** What apps keep for the user: `density`; `single_keys` = whether keys of a single letter work; `locale`; what Chatwoot's apps keep. */
export type UiSettings = Record<string, unknown>;

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
  /** Markdown below their messages. */
  message_signature: string | null;
  ui_settings: UiSettings;
};
