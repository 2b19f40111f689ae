import { messagesOf } from '../conversation-calls.ts';
import { eventually } from '../eventually.ts';
import type { TestAccount } from '../factories.ts';

/** A message as the API shows it. */
export type ShownMessage = {
  id: number;
  content: string | null;
  message_type: number;
  content_type: string;
  content_attributes: Record<string, unknown>;
  status: string;
  source_id: string | null;
  conversation_id: number;
  sender: { id: number; name: string } | null;
  attachments: Record<string, unknown>[];
};

type ShownConversation = { id: number; status: string; meta: { sender: Record<string, unknown> } };

/** The conversations of the inbox, the oldest first. */
export async function conversationsIn(account: TestAccount, inbox: { id: number }): Promise<ShownConversation[]> {
  const { body } = await account.call('GET', `/conversations?inbox_id=${inbox.id}&status=all&assignee_type=all`);
  return (body.data.payload as ShownConversation[]).toSorted((a, b) => a.id - b.id);
}

/** All messages of the inbox's conversations but activities, in the order of the conversations. */
export async function messagesIn(account: TestAccount, inbox: { id: number }): Promise<ShownMessage[]> {
  const all: ShownMessage[] = [];
  for (const conversation of await conversationsIn(account, inbox)) {
    all.push(...((await messagesOf(account, conversation)) as ShownMessage[]));
  }
  return all.filter(({ message_type: type }) => type !== 2);
}

/** The inbox's messages once there are so many. */
export function received(account: TestAccount, inbox: { id: number }, count: number): Promise<ShownMessage[]> {
  return eventually(
    () => messagesIn(account, inbox),
    ({ length }) => length >= count,
  );
}
