import { answers, takes } from '../../http/describe.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { publicUrl, router } from '../../http/state.ts';
import { attachmentsShape } from './answers.ts';
import { countAttachments, listAttachments } from './attachments.ts';
import { presentAttachment } from './presenter.ts';
import { conversationOf } from './show-routes.ts';

const PAGE_SIZE = 100;

/** /conversations/{conversation_id}/attachments */
export const conversationAttachments = router();

conversationAttachments.get(
  '/',
  allow('message:read'),
  takes({ page: true }),
  answers(attachmentsShape),
  async (ctx) => {
    const { id } = await conversationOf(ctx, 'conversation_id');
    const page = pageOf(ctx, PAGE_SIZE);
    const total = await countAttachments(ctx.state.em, id);
    const files = await listAttachments(ctx.state.em, id, page);
    ctx.body = {
      payload: files.map((file) => presentAttachment(file, publicUrl(ctx))),
      meta: { total_count: total, count: total, current_page: page.number },
    };
  },
);
