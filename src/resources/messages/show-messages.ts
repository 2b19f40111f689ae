import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { MessageRecord } from '../../records/message.ts';
import { showList } from '../../db/kept/show-list.ts';
import type { List, Showing } from '../../db/kept/showing.ts';
import { readMessages, rowsOfMessage } from '../../records/read-messages.ts';
import type { Shown } from '../../wire/shape.ts';
import type { createdMessageShape } from './answers.ts';
import { presentMessage } from './presenter.ts';

/** Presents messages of the conversation. */
export function showMessages(
  { tx, caller, now, publicUrl }: { tx: Tx; caller: Actor; now: Date; publicUrl: string },
  conversation: { displayId: number },
  list: List<MessageRecord>,
): Promise<Shown<typeof createdMessageShape>[]> {
  return showList(tx, showingIn(conversation.displayId), list, { viewer: caller, now, publicUrl });
}

/** For the messages of the conversation with this number. */
function showingIn(displayId: number): Showing<MessageRecord, Shown<typeof createdMessageShape>> {
  return {
    table: 'messages',
    form: `in ${displayId}`,
    read: readMessages,
    idOf: ({ id }) => id,
    present: (message, { publicUrl }) => presentMessage(message, displayId, publicUrl),
    rowsOf: rowsOfMessage,
  };
}
