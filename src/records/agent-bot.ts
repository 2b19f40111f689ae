/** A bot as conversations, messages and inboxes show it. */
export type AgentBotRecord = {
  id: number;
  /** Null = a bot of the installation, usable in every account. */
  accountId: number | null;
  name: string;
  description: string | null;
  /** Where its events go; null = nowhere. */
  outgoingUrl: string | null;
  avatarUrl: string | null;
};
