import { callingMember } from '../../http/calling-member.ts';
import { empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { parentConversationOf } from '../conversations/show-conversation.ts';
import { draftMessageShape } from './answers.ts';
import { deleteDraft } from './delete-draft.ts';
import { keepDraft } from './keep-draft.ts';
import { findDraft } from './queries.ts';
import { draftMessageBody } from './schema.ts';

/** The caller's own draft in a conversation, invisible to others. */
export const draftMessages = routes('/conversations/:conversation_id/draft_messages');

draftMessages.get(
  '/',
  {
    permission: 'draft_message:read',
    summary: 'Show your draft in a conversation',
    description: 'What you have begun to write there and not sent. Nobody else sees it.',
    find: draftOf,
    answer: ok(draftMessageShape),
  },
  async ({ tx, found: key }) => {
    const message = await findDraft(tx, key);
    return message === null ? { has_draft: false } : { has_draft: true, message };
  },
);

draftMessages.patch(
  '/',
  {
    permission: 'draft_message:write',
    summary: 'Keep your draft in a conversation',
    description:
      'In place of the one before. It stays until it is deleted, also when a message is sent; empty text deletes it.',
    find: draftOf,
    body: draftMessageBody,
    name: 'draft_message',
    example: { message: 'Your parcel left the ware' },
    answer: empty,
  },
  ({ tx, found: key, body, now }) => keepDraft(tx, key, body.message, now),
);

draftMessages.delete(
  '/',
  { permission: 'draft_message:write', summary: 'Delete your draft in a conversation', find: draftOf, answer: empty },
  ({ tx, found: key }) => deleteDraft(tx, key),
);

async function draftOf(asked: Asked<'/:conversation_id'>) {
  const { id: conversationId } = await parentConversationOf(asked);
  return { ...callingMember(asked), conversationId };
}
