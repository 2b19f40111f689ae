import { db, type EntityManager } from '../db/orm.ts';
import { findChannel } from './find-channel.ts';
import { openSecrets } from './secrets.ts';

/** Why nothing can be sent over the inbox's channel now, in a sentence; null = it can. */
export async function findObstacle(em: EntityManager, inboxId: number): Promise<string | null> {
  const channel = await db(em)
    .selectFrom('inboxes as i')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .select(['ch.type', 'ch.settings', 'ch.sealed_secrets as sealed'])
    .where('i.id', '=', inboxId)
    .executeTakeFirst();
  if (!channel) return 'the inbox is gone';
  return findChannel(channel.type).obstacle(channel, openSecrets(em, channel.sealed));
}
