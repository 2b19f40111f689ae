import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../db/transaction.ts';
import { enqueue } from '../../queue.ts';
import { readNewestPublicMessage } from '../../records/newest-message.ts';
import { readConversation } from '../../records/read-conversations.ts';
import { conversationPayload } from '../../wire/payloads.ts';
import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import { actionKind } from './action-kind.ts';
import { problem, textIn } from './params.ts';

const URL_LENGTH = 2048;

/** Posts the conversation, as it is then, to an address: without a signature, since the receiver shares no secret. */
export const sendWebhookEvent = actionKind<[string]>({
  read(given) {
    const url = textIn(given[0], 'needs an address', URL_LENGTH);
    if (URL.canParse(url) && new URL(url).protocol === 'https:') return [url];
    throw problem('needs an address that starts with https://');
  },
  run: (tx, id, [url], { event, now }) =>
    inTransaction(tx, async (tx) => {
      checkWebhookUrl('actions', url, tx.installation.allowedNetworks);
      const conversation = await readConversation(tx, id);
      const newest = await readNewestPublicMessage(tx, conversation);
      const said = conversationPayload(conversation, newest, now, tx.installation.publicUrl);
      const body = { event, id: conversation.displayId, ...said };
      const payload = { id: `evt_${randomUUID()}`, url, body: JSON.stringify(body) };
      await enqueue(tx, { kind: 'post_event', accountId: conversation.account.id, payload }, now);
    }),
});
