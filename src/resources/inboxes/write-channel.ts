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
    throw takenAddress(channel.addressParameter);
  }
}

/**
 * Refuses an address that a channel of the kind has, before something is done elsewhere that only the channel's owner should
 * do. Another request may still take it afterwards.
 * @throws AppError `invalid`, naming the parameter
 */
export async function checkAddress(tx: Tx, { type, addressParameter }: Channel, address: string): Promise<void> {
  const taken = await tx.db
    .selectFrom('channels')
    .select('id')
    .where('type', '=', type)
    .where('address', '=', address)
    .executeTakeFirst();
  if (taken && addressParameter !== null) throw takenAddress(addressParameter);
}

const takenAddress = (parameter: string) =>
  invalidField(`channel.${parameter}`, 'has already been taken by another inbox');
