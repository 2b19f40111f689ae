/** The key of a draft: its user, and the row key of its conversation. */
export type DraftKey = { accountId: number; conversationId: number; userId: number };
