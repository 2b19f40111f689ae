import type { Channel } from '../../../channels/channel.ts';
import type { Tx } from '../../../db/tx.ts';
import { invalidField } from '../../../errors.ts';

/** The channel that shall have an address; `id` is null for a new one. */
type Claimant = { id: number | null; accountId: number };

/**
 * The columns of a channel that shall have this address: it has it where no channel of another account does, and else waits for
 * the proof. Null = none. `before`: the channel's address so far.
 * @throws AppError `invalid`, naming the parameter, for the address of another channel of the account
 */
export async function claimAddress(
  tx: Tx,
  channel: Channel,
  { id, accountId }: Claimant,
  address: string | null,
  before: string | null,
) {
  const proof = address === before ? {} : { address_proved_at: null };
  if (address === null) return { address, claimed_address: null, ...proof };
  const others = await channelsWith(tx, channel, address, id ?? 0);
  if (others.some((other) => other.accountId === accountId)) throw takenAddress(channel);
  const isHeld = others.some((other) => other.address === address);
  return { address: isHeld ? null : address, claimed_address: isHeld ? address : null, ...proof };
}

/** That a channel of the account has the address, or another request has just taken it. */
export const takenAddress = ({ addressParameter }: Channel) =>
  invalidField(`channel.${addressParameter}`, 'has already been taken by another inbox');

function channelsWith(tx: Tx, { type }: Channel, address: string, exceptId: number) {
  return tx.db
    .selectFrom('channels')
    .select(['account_id as accountId', 'address'])
    .where('type', '=', type)
    .where((eb) => eb.or([eb('address', '=', address), eb('claimed_address', '=', address)]))
    .where('id', '!=', exceptId)
    .execute();
}
