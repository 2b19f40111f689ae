import type { RecordOf } from './columns.ts';

/** The columns of a bot's record. */
export const AGENT_BOT = [
  'id',
  // Null = a bot of the installation, usable in every account.
  'accountId',
  'name',
  'description',
  'outgoingUrl',
  'avatarUrl',
] as const;

/** A bot as conversations, messages and inboxes show it. */
export type AgentBotRecord = RecordOf<'agent_bots', typeof AGENT_BOT>;
