import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { deleteAvatar, type Owner, showAvatar } from './avatar-owner.ts';
import { type Picture, PICTURES } from './check-avatar.ts';

/**
 * Makes `picture` the owner's, instead of the one before; the part that uploaded and fetched ones have in common. Returns
 * its address.
 */
export async function writeAvatar(em: EntityManager, owner: Owner, picture: Picture, now: Date): Promise<string> {
  // A name of our own: it says nothing of the uploader's disk, and is spelled alike in addresses and in rows.
  const filename = `avatar.${PICTURES[picture.contentType] ?? 'img'}`;
  const url = `${installationOf(em).publicUrl}/files/${picture.key}/${filename}`;
  await showAvatar(em, owner, url);
  await deleteAvatar(em, owner, now);
  await db(em)
    .insertInto('avatars')
    .values({
      owner_type: owner.type,
      owner_id: owner.id,
      key: picture.key,
      filename,
      content_type: picture.contentType,
      file_size: picture.fileSize,
      created_at: now,
    })
    .execute();
  return url;
}
