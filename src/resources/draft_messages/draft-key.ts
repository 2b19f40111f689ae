/** Whose draft it is, and in which conversation, by its row key. */
export type DraftKey = { accountId: number; conversationId: number; userId: number };
