import type { Tx } from '../../db/tx.ts';
import type { Channel, ChannelState } from '../../channels/channel.ts';
import { sealSecrets } from '../../channels/secrets.ts';
import { json } from '../../db/dialect.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { invalidField } from '../../errors.ts';

/** The columns of a channel in this state. */
export function channelColumns(tx: Tx, state: ChannelState, now: Date) {
  return {
    settings: json(state.settings),
    webhook_url: state.webhookUrl,
    reply_window_hours: state.replyWindowHours,
    address: state.address,
    sealed_secrets: sealSecrets(tx, state.secrets),
    updated_at: now,
  };
}

/**
 * The result of `written`.
 * @throws AppError `invalid`, naming the parameter, when another channel has the same address
 */
export async function refuseTakenAddress<T>(channel: Channel, written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (channel.addressParameter === null || !isUniqueViolation(error, 'channels', 'address')) throw error;
    throw invalidField(`channel.${channel.addressParameter}`, 'has already been taken by another inbox');
  }
}
