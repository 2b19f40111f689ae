import { findChannel } from '../../channels/find-channel.ts';
import type { Tx } from '../../db/tx.ts';
import type { ChannelType } from '../../entities/channel.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { AccountRecord } from '../../records/account.ts';
import { createInbox } from '../../resources/inboxes/create-inbox.ts';
import { type InboxInput, inboxInput } from '../../resources/inboxes/inbox-input.ts';

/** An inbox with the parameters of its channel, as in requests, and other settings than the usual ones. */
export type SampleInbox = Partial<Omit<InboxInput, 'channel'>> & {
  name: string;
  channel: Attributes & { type: ChannelType };
};

/** Adds an inbox to an account that is made to look at. @throws AppError as `createInbox` */
export function addInbox(tx: Tx, account: AccountRecord, { name, channel, ...others }: SampleInbox, now: Date) {
  const given = inboxInput({ channel } as Parameters<typeof inboxInput>[0], null);
  return createInbox(tx, account, findChannel(channel.type), { ...given, ...others, name }, now);
}
