import { visibleInboxIds } from '../../events/visible-inboxes.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { allow } from '../../http/permissions.ts';
import { publicUrl, router } from '../../http/state.ts';
import { list, shape } from '../../shapes.ts';
import { readContact } from '../contacts/find-contact.ts';
import { conversationShape } from './answers.ts';
import { listConversationsOf } from './contact-conversations.ts';
import { presentConversation } from './presenter.ts';

/** /contacts/{id}/conversations */
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
