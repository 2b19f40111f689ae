import type { Channel } from '../../../channels/channel.ts';
import { isLike, startingAscii } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import { invalidField } from '../../../errors.ts';

/** The channel that shall have an address; `id` is null for a new one. */
type Claimant = { id: number | null; accountId: number };

/**
 * The columns of a channel that shall have this address: it has it where no channel of another account does, nor one of the same
 * mailbox, and else waits for the proof. Null = none. `before`: the channel's address so far.
 * @throws AppError `invalid`, naming the parameter, for the address of another channel of the account, and for that of
 *   the installation's mails where there are other accounts
 */
export async function claimAddress(
  tx: Tx,
  channel: Channel,
  { id, accountId }: Claimant,
  address: string | null,
  before: string | null,
) {
  const isNew = address !== before;
  const proof = isNew ? { address_proved_at: null } : {};
  if (address === null) return { address, claimed_address: null, ...proof };
  if (isNew && (await isForTheOperator(tx, channel, address, accountId))) throw operatorsAddress(channel, address);
  const others = await channelsWith(tx, channel, address, id ?? 0);
  if (others.some((other) => other.accountId === accountId)) throw takenAddress(channel);
  const isHeld =
    others.some((other) => other.address === address) || (await isOfMailboxElsewhere(tx, channel, accountId, address));
  return { address: isHeld ? null : address, claimed_address: isHeld ? address : null, ...proof };
}

/**
 * Whether a channel of another account has an e-mail address of the same mailbox: mails to `support+vip@` come to `support@`, too, so who has one
 * of them might read what is written to the other.
 */
export async function isOfMailboxElsewhere(
  tx: Tx,
  { type }: Pick<Channel, 'type'>,
  accountId: number,
  address: string,
): Promise<boolean> {
  if (type !== 'email') return false;
  const [, name = '', domain = ''] = /^([^+@]*)(?:\+[^@]*)?@(.*)$/.exec(address) ?? [];
  const withPart = `${startingAscii(`${name}+`)}${startingAscii(`@${domain}`).slice(0, -1)}`;
  const other = await tx.db
    .selectFrom('channels')
    .select('id')
    .where('type', '=', type)
    .where('account_id', '!=', accountId)
    .where((eb) => eb.or([eb('address', '=', `${name}@${domain}`), isLike('address', withPart)]))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** That a channel of the account has the address, or another request has just taken it. */
export const takenAddress = ({ addressParameter }: Channel) =>
  invalidField(`channel.${addressParameter}`, 'has already been taken by another inbox');

/**
 * Whether mails come to the address that answer those of the installation, such as reports about invitations and reset passwords that
 * did not arrive. An account that is alone may answer them itself.
 */
async function isForTheOperator(tx: Tx, { type }: Channel, address: string, accountId: number): Promise<boolean> {
  const { from, inboundDomain } = tx.installation.mail;
  // Mails to an address with a part behind a plus sign come to the one without.
  const addresses = [from, from.replace(/\+[^@]*@/, '@')];
  if (type !== 'email' || !addresses.includes(address) || !from.endsWith(`@${inboundDomain}`)) return false;
  const other = await tx.db
    .selectFrom('accounts')
    .select('id')
    .where('id', '!=', accountId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

const operatorsAddress = ({ addressParameter }: Channel, address: string) =>
  invalidField(
    `channel.${addressParameter}`,
    `must be another one: ${address} is the address that the mails of this server are from; its operator can set another mail.from`,
  );

function channelsWith(tx: Tx, { type }: Channel, address: string, exceptId: number) {
  return tx.db
    .selectFrom('channels')
    .select(['account_id as accountId', 'address'])
    .where('type', '=', type)
    .where((eb) => eb.or([eb('address', '=', address), eb('claimed_address', '=', address)]))
    .where('id', '!=', exceptId)
    .execute();
}
