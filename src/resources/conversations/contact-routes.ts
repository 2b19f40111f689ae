import type { ContactRecord } from '../../records/contact.ts';
import { visibleInboxIds } from '../../records/visible-inboxes.ts';
import { ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list, shape } from '../../wire/shape.ts';
import { readContact } from '../contacts/find-contact.ts';
import { contactAttachmentsShape, conversationShape } from './answers.ts';
import { countContactAttachments, listContactAttachments } from './contact-attachments.ts';
import { conversationsOf } from './contact-conversations.ts';
import { presentContactAttachment } from './presenter.ts';
import { showConversations } from './show-conversation.ts';

const FILES_PAGE_SIZE = 100;

export const conversationsOfContact = routes('/contacts/:id');

conversationsOfContact.get(
  '/conversations',
  {
    permission: 'conversation:list',
    summary: 'List the conversations of a contact',
    description: 'Those that were active last.',
    find: contactOf,
    answer: ok(shape({ payload: list(conversationShape) })),
  },
  async ({ found: contact, ...asked }) => {
    const visible = await visibleInboxIds(asked.tx, asked.account.id, asked.caller);
    return { payload: await showConversations(asked, conversationsOf(asked.tx, contact.id, visible)) };
  },
);

conversationsOfContact.get(
  '/attachments',
  {
    permission: 'message:read',
    summary: 'List the attachments of a contact',
    description: 'From all conversations of the contact that the caller sees.',
    find: contactOf,
    page: FILES_PAGE_SIZE,
    answer: ok(contactAttachmentsShape),
  },
  async ({ tx, account, caller, found: contact, page, publicUrl }) => {
    const visible = await visibleInboxIds(tx, account.id, caller);
    const total = await countContactAttachments(tx, contact.id, visible);
    const files = await listContactAttachments(tx, contact.id, visible, page);
    return {
      payload: files.map((file) => presentContactAttachment(file, publicUrl)),
      meta: { total_count: total, count: total, current_page: page.number },
    };
  },
);

function contactOf({ tx, account, params }: Asked<'/:id'>): Promise<ContactRecord> {
  return readContact(tx, account.id, params.id);
}
