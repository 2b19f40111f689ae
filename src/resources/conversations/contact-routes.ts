import { visibleInboxIds } from '../../events/visible-inboxes.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { publicUrl, router } from '../../http/state.ts';
import { list, shape } from '../../shapes.ts';
import { readContact } from '../contacts/find-contact.ts';
import { contactFilesShape, conversationShape } from './answers.ts';
import { countContactFiles, listContactFiles } from './contact-attachments.ts';
import { listConversationsOf } from './contact-conversations.ts';
import { presentContactFile, presentConversation } from './presenter.ts';

const FILES_PAGE_SIZE = 100;

/** /contacts/{id}/conversations and /contacts/{id}/attachments */
export const conversationsOfContact = router();

conversationsOfContact.get(
  '/:id/conversations',
  allow('conversation:list'),
  takes({}),
  answers(shape({ payload: list(conversationShape) })),
  async (ctx) => {
    const { em, account, caller, now } = ctx.state;
    const contact = await readContact(em, account.id, idOf(ctx, 'Contact'));
    const listed = await listConversationsOf(em, contact.id, await visibleInboxIds(em, account.id, caller));
    ctx.body = { payload: listed.map((row) => presentConversation(row, caller, now, publicUrl(ctx))) };
  },
);

conversationsOfContact.get(
  '/:id/attachments',
  allow('message:read'),
  takes({ page: true }),
  answers(contactFilesShape),
  async (ctx) => {
    const { em, account, caller } = ctx.state;
    const contact = await readContact(em, account.id, idOf(ctx, 'Contact'));
    const page = pageOf(ctx, FILES_PAGE_SIZE);
    const visible = await visibleInboxIds(em, account.id, caller);
    const total = await countContactFiles(em, contact.id, visible);
    const files = await listContactFiles(em, contact.id, visible, page);
    ctx.body = {
      payload: files.map((file) => presentContactFile(file, publicUrl(ctx))),
      meta: { total_count: total, count: total, current_page: page.number },
    };
  },
);
