import { messagesOf } from '../conversation-calls.ts';
import { eventually } from '../eventually.ts';
import type { TestAccount } from '../factories.ts';

/** A message that a provider sends, as the API shows it. */
export type SentMessage = {
  id: number;
  status: string;
  source_id: string | null;
  content_attributes: Record<string, unknown>;
};

/** The message once it is in no queue: accepted, or failed. */
export function ended(account: TestAccount, conversation: { id: number }, id: number): Promise<SentMessage> {
  return eventually(
    async () => (await messagesOf(account, conversation)).find((message: SentMessage) => message.id === id),
    ({ status, content_attributes: { external_delivery: delivery } }: SentMessage) =>
      status === 'failed' || delivery === 'accepted',
  );
}
