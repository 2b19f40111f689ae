import { found } from '../../errors.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { openConversation } from '../../events/visible-inboxes.ts';
import { idOf } from '../../http/find.ts';
import { type Ctx, publicUrl } from '../../http/state.ts';
import { presentConversation } from './presenter.ts';
import { withMessages } from './queries.ts';

/** The conversation with the number in the path, if the caller sees it. */
export function conversationOf(ctx: Ctx, name = 'id'): Promise<ConversationRow> {
  const { em, account, caller } = ctx.state;
  return openConversation(em, account.id, idOf(ctx, 'Conversation', name), caller);
}

/** Answers with the conversation. */
export async function show(ctx: Ctx, conversation: ConversationRow): Promise<void> {
  const [listed] = await withMessages(ctx.state.em, [conversation]);
  ctx.body = presentConversation(found(listed, 'Conversation'), ctx.state.caller, ctx.state.now, publicUrl(ctx));
}
