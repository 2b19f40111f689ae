import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { attachmentsShape } from './answers.ts';
import { countAttachments, listAttachments } from './attachments.ts';
import { presentAttachment } from './presenter.ts';
import { parentConversationOf } from './show-conversation.ts';

const PAGE_SIZE = 100;

export const conversationAttachments = routes('/conversations/:conversation_id/attachments');

conversationAttachments.get(
  '/',
  {
    permission: 'message:read',
    summary: 'List the attachments of a conversation',
    find: parentConversationOf,
    page: PAGE_SIZE,
    answer: ok(attachmentsShape),
  },
  async ({ tx, found: { id }, page, publicUrl }) => {
    const total = await countAttachments(tx, id);
    const files = await listAttachments(tx, id, page);
    return {
      payload: files.map((file) => presentAttachment(file, publicUrl)),
      meta: { total_count: total, count: total, current_page: page.number },
    };
  },
);
