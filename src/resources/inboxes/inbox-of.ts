import type { AccountRecord } from '../../records/account.ts';
import type { Actor } from '../../records/actor.ts';
import type { EntityManager } from '../../db/orm.ts';
import { openInbox } from './open-inbox.ts';
import type { InboxRow } from './queries.ts';

/** The part of a request that names an inbox in its path. */
type Asked = { em: EntityManager; account: AccountRecord; caller: Actor; params: { id: number } };

/** The inbox that the path names. @throws AppError as `openInbox` */
export function inboxOf({ em, account, caller, params }: Asked): Promise<InboxRow> {
  return openInbox(em, account.id, params.id, caller);
}
