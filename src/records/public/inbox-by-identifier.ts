import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Placeholder } from '../../db/prepared.ts';
import type { ChannelType } from '../../entities/channel.ts';
import { isActiveInbox } from '../active-inboxes.ts';

/** The active inbox (`i`) whose channel (`ch`), of this type, has the identifier, with its account (`a`); one or none. */
export function inboxByIdentifier(db: Db, type: ChannelType, identifier: Placeholder<string>) {
  return db
    .selectFrom('channels as ch')
    .innerJoin('inboxes as i', 'i.channel_id', 'ch.id')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .where('ch.identifier', '=', identifier)
    .where('ch.type', '=', sql.lit(type))
    .where(isActiveInbox('i'));
}
