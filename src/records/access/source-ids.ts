import type { ChannelType } from '../../entities/channel.ts';
import type { Tx } from '../../db/tx.ts';
import { MASK } from '../../secrets.ts';
import { visibleInboxIds, type Viewer } from '../visible-inboxes.ts';
import { mayOnlyRead, type Scoped } from './token-scope.ts';

/** Channels whose contacts are known by a source id that is their secret: anyone who has it writes as the contact. */
const SECRET_IN: readonly ChannelType[] = ['api', 'web_widget'];

/** The inboxes of which the caller is shown source ids that are secrets; null = all. */
export type SourceIdInboxes = readonly number[] | null;

/** The inboxes visible to the caller; none for a credential that may only read. */
export async function inboxesOfSourceIds(
  tx: Tx,
  accountId: number,
  caller: Viewer & Pick<Scoped, 'scope'>,
): Promise<SourceIdInboxes> {
  return mayOnlyRead(caller) ? [] : visibleInboxIds(tx, accountId, caller);
}

/** Whether a source id in this channel is a secret of its contact. */
export function hasSecretSourceIds(channelType: ChannelType): boolean {
  return SECRET_IN.includes(channelType);
}

type Row = { sourceId: string; inbox: { id: number; channelType: ChannelType } };

/** The contact inbox, with its source id masked unless it may be shown. */
export function withShownSourceId<R extends Row>(row: R, inboxes: SourceIdInboxes): R {
  const isShown = inboxes === null || inboxes.includes(row.inbox.id) || !hasSecretSourceIds(row.inbox.channelType);
  return isShown ? row : { ...row, sourceId: MASK };
}

type WithContactInbox = { inbox: { id: number; channelType: ChannelType }; contactInbox: { sourceId: string } };

/** The conversation, with the source id of its contact masked unless it may be shown. */
export function withShownContactInbox<C extends WithContactInbox>(conversation: C, inboxes: SourceIdInboxes): C {
  const { contactInbox, inbox } = conversation;
  const { sourceId } = withShownSourceId({ sourceId: contactInbox.sourceId, inbox }, inboxes);
  return sourceId === contactInbox.sourceId
    ? conversation
    : { ...conversation, contactInbox: { ...contactInbox, sourceId } };
}
