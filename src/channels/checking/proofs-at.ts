import { ownsChannel } from '../line/owns-channel.ts';
import type { Provider } from '../providers.ts';
import type { ReceivingMeans } from '../receiving/receiver.ts';
import { ownsSender } from '../sms/owns-sender.ts';
import { ownsBot } from '../telegram/owns-bot.ts';
import { ownsNumber } from '../whatsapp/owns-number.ts';

/**
 * Whether the provider says that the login of a channel is good for its address; null = it cannot be asked.
 * @throws AppError when it refuses the login or the request, or cannot be reached
 */
type AskProof = (means: ReceivingMeans) => Promise<boolean | null>;

/** How each provider is asked whose an address is. Mailboxes are proved by a code that is mailed to them. */
export const proofsAt: Record<Exclude<Provider, 'email'>, AskProof> = {
  telegram: ownsBot,
  line: ownsChannel,
  twilio: ownsSender,
  whatsapp_cloud: ownsNumber,
  // Their APIs for messages do not tell which numbers a login is for.
  bandwidth: async () => null,
  dialog360: async () => null,
};
