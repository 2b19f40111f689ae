import type { AccountRecord } from '../records/account.ts';
import type { InboxDetails } from '../records/inbox.ts';
import { iso } from '../time.ts';
import type { Changes } from './changes.ts';
import { inboxSettingsBlock } from './inbox-blocks.ts';
import type { inboxCreatedShape, inboxUpdatedShape } from './inbox-payload-shapes.ts';
import { accountBlock, inboxBlock } from './payloads.ts';
import type { Shown } from './shape.ts';

export function inboxPayload(inbox: InboxDetails, account: AccountRecord): Shown<typeof inboxCreatedShape> {
  return {
    ...inboxSettingsBlock(inbox),
    created_at: iso(inbox.createdAt),
    updated_at: iso(inbox.updatedAt),
    account: accountBlock(account),
    inbox: inboxBlock(inbox),
  };
}

export function inboxUpdatedPayload(
  inbox: InboxDetails,
  account: AccountRecord,
  changes: Changes,
): Shown<typeof inboxUpdatedShape> {
  return { ...inboxPayload(inbox, account), changed_attributes: changes };
}
