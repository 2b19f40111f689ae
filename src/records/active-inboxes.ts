import { db, type EntityManager } from '../db/orm.ts';

/** The inboxes that are not deleted, of every account: for queries that look whether one is there. */
export function inboxesInUse(em: EntityManager) {
  return db(em).selectFrom('inboxes').where('deleted_at', 'is', null);
}
