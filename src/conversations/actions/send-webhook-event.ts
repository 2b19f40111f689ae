import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../db/transaction.ts';
import { continueChain } from '../../events/continue-chain.ts';
import { queuePostedEvent } from '../../events/posted-event.ts';
import { readNewestPublicMessage } from '../../records/newest-message.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { conversationPayload } from '../../wire/payloads.ts';
import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import { updateConversation } from '../update-conversation.ts';
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
  run: (tx, id, [url], { actor, event, now }) =>
    inTransaction(tx, async (tx) => {
      checkWebhookUrl('actions', url, { allowedNetworks: tx.installation.allowedNetworks });
      const before = await lockConversation(tx, id);
      // Else a program that answers it by executing the macro again would do so without end.
      const chain = await continueChain(tx, before, actor, now);
      const conversation = await updateConversation(tx, before, { chain });
      const newest = await readNewestPublicMessage(tx, conversation);
      const said = conversationPayload(conversation, newest, now, tx.installation.publicUrl);
      const body = { event, id: conversation.displayId, ...said };
      await queuePostedEvent(tx, conversation, { id: `evt_${randomUUID()}`, url, body }, now);
    }),
});
