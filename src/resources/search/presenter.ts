import type { ContactRecord } from '../../records/contact.ts';
import type { InboxRecord } from '../../records/inbox.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import type { Shown } from '../../wire/shape.ts';
import { unixSeconds } from '../../time.ts';
import { presentMessage } from '../messages/presenter.ts';
import type {
  searchedArticleShape,
  searchedContactShape,
  searchedConversationShape,
  searchedMessageShape,
} from './answers.ts';
import type { FoundArticle } from './search-articles.ts';
import type { FoundConversation } from './search-conversations.ts';
import type { FoundMessage } from './search-messages.ts';

export function presentFoundContact(contact: ContactRecord): Shown<typeof searchedContactShape> {
  return {
    email: contact.email,
    id: contact.id,
    name: contact.name,
    phone_number: contact.phoneNumber,
    identifier: contact.identifier,
    additional_attributes: contact.additionalAttributes,
    last_activity_at: contact.lastActivityAt && unixSeconds(contact.lastActivityAt),
  };
}

/** `publicUrl` is the address of this server. */
export function presentFoundMessage(
  { message, displayId, inbox }: FoundMessage,
  publicUrl: string,
): Shown<typeof searchedMessageShape> {
  const shown = presentMessage(message, displayId, publicUrl);
  return { ...shown, account_id: message.accountId, inbox: inbox && inboxBlock(inbox) };
}

/** `publicUrl` is the address of this server. */
export function presentFoundConversation(
  { conversation, firstMessage }: FoundConversation,
  publicUrl: string,
): Shown<typeof searchedConversationShape> {
  const { displayId, account, assignee } = conversation;
  return {
    id: displayId,
    account_id: account.id,
    created_at: unixSeconds(conversation.createdAt),
    message: firstMessage && presentMessage(firstMessage, displayId, publicUrl),
    contact: presentFoundContact(conversation.contact),
    inbox: inboxBlock(conversation.inbox),
    agent: assignee && {
      id: assignee.id,
      available_name: assignee.displayName || assignee.name,
      email: assignee.email,
      name: assignee.name,
      role: assignee.role,
    },
    additional_attributes: conversation.additionalAttributes,
  };
}

export function presentFoundArticle(article: FoundArticle): Shown<typeof searchedArticleShape> {
  return {
    id: article.id,
    title: article.title,
    locale: article.locale,
    content: article.content,
    slug: article.slug,
    portal_slug: article.portalSlug,
    account_id: article.accountId,
    category_name: article.categoryName,
    status: article.status,
    updated_at: unixSeconds(article.updatedAt),
  };
}

function inboxBlock({ id, channelId, name, channelType }: InboxRecord) {
  return { id, channel_id: channelId, name, channel_type: CHANNEL_NAMES[channelType] };
}
