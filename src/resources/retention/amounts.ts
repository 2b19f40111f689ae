/** How much is removed of an account; `bytes` of files, without thumbnails. */
export type Amounts = {
  /** Resolved conversations with all that is in them. */
  conversations: { count: number; messages: number; bytes: number };
  /** Files of messages that stay. */
  attachments: { count: number; bytes: number };
  /** Contacts without conversations; the files are their pictures. */
  contacts: { count: number; bytes: number };
};

/** The removed amounts of an account, or the amounts to remove. */
export type PrunedAccount = Amounts & { accountId: number; accountName: string };

export const nothing = (): Amounts => ({
  conversations: { count: 0, messages: 0, bytes: 0 },
  attachments: { count: 0, bytes: 0 },
  contacts: { count: 0, bytes: 0 },
});
