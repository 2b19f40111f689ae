import { allRows, type ReadRows } from '../../db/kept/row-keys.ts';
import type { ConversationRecord } from '../conversation.ts';

/** The rows that the conversation was read from. */
export function rowsOfConversation(conversation: ConversationRecord): ReadRows {
  const { account, inbox, contact, contactInbox, assignee, assigneeBot, team } = conversation;
  const [users, teams] = [idsOf(assignee), idsOf(team)];
  return allRows(
    { accounts: [account.id], inboxes: [inbox.id], channels: [inbox.channelId], conversations: [conversation.id] },
    { contacts: [contact.id], contact_inboxes: [contactInbox.id], presences: [contact.id, ...users] },
    { users, account_users: users, agent_bots: idsOf(assigneeBot), teams, team_members: teams },
  );
}

function idsOf(thing: { id: number } | null): number[] {
  return thing === null ? [] : [thing.id];
}
