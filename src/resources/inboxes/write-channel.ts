import type { Tx } from '../../db/tx.ts';
import type { Channel, ChannelState } from '../../channels/channel.ts';
import { sealSecrets } from '../../channels/secrets.ts';
import { json } from '../../db/dialect.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { takenAddress } from './addresses/claim-address.ts';

/** The columns of a channel with this state, except its address. */
export function channelColumns(tx: Tx, state: ChannelState, now: Date) {
  return {
    settings: json(state.settings),
    webhook_url: state.webhookUrl,
    reply_window_hours: state.replyWindowHours,
    sealed_secrets: sealSecrets(tx, state.secrets),
    updated_at: now,
  };
}

/**
 * The result of `written`.
 * @throws AppError `invalid`, naming the parameter, when another request has taken the address in the same moment
 */
export async function refuseTakenAddress<T>(channel: Channel, written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (channel.addressParameter === null || !isUniqueViolation(error, 'channels', 'address')) throw error;
    throw takenAddress(channel);
  }
}
