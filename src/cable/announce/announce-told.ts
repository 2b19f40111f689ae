import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { Told } from '../../events/tell.ts';
import { readNewestPublicMessage } from '../../records/newest-message.ts';
import { readAssignees } from '../../records/read-agents.ts';
import { readConversations } from '../../records/read-conversations.ts';
import { readMessages } from '../../records/read-messages.ts';
import { presentCacheKeys } from '../../resources/accounts/presenter.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { findContact } from '../../resources/contacts/find-contact.ts';
import type { CableEvent } from '../../wire/cable/event-shapes.ts';
import { messageForTeam } from '../../wire/cable/message-data.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import { contactBlock, conversationBlock, userBlock } from '../../wire/conversation-blocks.ts';
import { messageBlock } from '../../wire/message-blocks.ts';
import type { Announcement, TeamAudience } from './announcement.ts';

/** Told changes with the same announcement for all listeners. */
export type SinglyTold = Exclude<Told, { is: 'notifications' }>;

/** The announcement of a change that is not an event, from its present state; null = its subject is gone. */
export async function announceTold(tx: Tx, told: SinglyTold, now: Date): Promise<Announcement | null> {
  const { accountId } = told;
  const forTeam = (event: CableEvent, team: TeamAudience): Announcement => ({ accountId, event, team, contact: null });
  const everyone = (event: CableEvent, data: object) => forTeam(event, { inboxId: null, data });

  switch (told.is) {
    case 'echo':
    case 'access ended':
    case 'who views':
      return null;
    case 'unread': {
      const {
        inboxId,
        displayId: conversation_id,
        unreadCount: unread_count,
        agentLastSeenAt: agent_last_seen_at,
      } = told;
      const data = conversation_id === undefined ? {} : { conversation_id, unread_count, agent_last_seen_at };
      return forTeam('conversation.unread_count_changed', { inboxId, data });
    }
    case 'conversations deleted':
      return forTeam('conversation.deleted', {
        inboxId: told.inboxId,
        data: { ids: told.ids, inbox_id: told.inboxId },
      });
    case 'contact deleted':
      return everyone('contact.deleted', told.contact);
    case 'cache':
      return everyone('account.cache_invalidated', {
        cache_keys: presentCacheKeys(await readAccount(tx, accountId)),
      });
    case 'contact merged': {
      const contact = await findContact(tx, accountId, told.contactId);
      return contact && everyone('contact.merged', contactBlock(contact));
    }
    case 'viewing': {
      const conversation = await find(tx, told.conversationId);
      const [user] = await readAssignees(tx, [told.userId], accountId);
      if (!conversation || !user) return null;
      return forTeam('conversation.viewing', {
        inboxId: conversation.inbox.id,
        teamMemberIds: conversation.team?.memberIds ?? [],
        exceptUserId: told.userId,
        ...(told.toUserId !== undefined && { userIds: [told.toUserId] }),
        data: { conversation_id: conversation.displayId, user: userBlock(user, now), is_viewing: told.isViewing },
      });
    }
    case 'activity': {
      const conversation = await find(tx, told.conversationId);
      const [message] = await readMessages(tx, [told.messageId]);
      if (!conversation || !message) return null;
      const block = messageBlock(message, conversation, tx.installation.publicUrl);
      return forTeam('message.created', {
        ...teamOf(conversation),
        data: messageForTeam({ ...block, sender: null }, {}),
      });
    }
    case 'read':
    case 'contact changed':
    case 'mentioned': {
      const conversation = await find(tx, told.conversationId);
      if (!conversation) return null;
      return forTeam(NAMES[told.is], {
        ...teamOf(conversation),
        data: await blockOf(tx, conversation, now),
        ...(told.is === 'mentioned' && { userIds: told.userIds, teamMemberIds: conversation.team?.memberIds ?? [] }),
      });
    }
  }
}

const NAMES = {
  read: 'conversation.read',
  'contact changed': 'conversation.contact_changed',
  mentioned: 'conversation.mentioned',
} as const;

function teamOf({ inbox: { id: inboxId, channelType } }: ConversationRecord) {
  return { inboxId, contactIn: { inboxId, channel: CHANNEL_NAMES[channelType] } };
}

async function find(tx: Tx, id: number): Promise<ConversationRecord | undefined> {
  const [conversation] = await readConversations(tx, [id]);
  return conversation;
}

async function blockOf(tx: Tx, conversation: ConversationRecord, now: Date) {
  const newest = await readNewestPublicMessage(tx, conversation);
  return conversationBlock(conversation, newest, now, tx.installation.publicUrl);
}
