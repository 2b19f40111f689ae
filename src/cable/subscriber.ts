/** A session or token of a user, by its row key. */
export type HeldCredential = { kind: 'session' | 'token'; id: number };

/** A user who listens in an account. `credential` null = they listen with the user's own token, of no session. */
export type Agent = {
  kind: 'agent';
  accountId: number;
  userId: number;
  /** The user's `pubsubSecret` at that time: another one ends the subscription. */
  secret: string;
  credential: HeldCredential | null;
  /** Whether the credential may only read: they hear, and change nothing, such as who is online. */
  onlyListens: boolean;
};

/** A contact who listens in one inbox. */
export type ContactListener = {
  kind: 'contact';
  accountId: number;
  contactInboxId: number;
  /** Whose the contact inbox is; a merge gives it to another contact. */
  contactId: number;
};

export type Subscriber = Agent | ContactListener;

/** Names the person: a user in all of their accounts, or a contact in all inboxes. */
export function personOf(who: Subscriber): string {
  return who.kind === 'agent' ? `user ${who.userId}` : `contact ${who.contactId}`;
}
