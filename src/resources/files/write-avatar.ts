import type { Tx } from '../../db/tx.ts';
import { deleteAvatar, type Owner, setAvatarUrl } from './avatar-owner.ts';
import { type AvatarFile, PICTURES } from './check-avatar.ts';

/** Makes `picture`, uploaded or fetched, the owner's, replacing the present one. Returns its address. */
export async function writeAvatar(tx: Tx, owner: Owner, picture: AvatarFile, now: Date): Promise<string> {
  // A fixed name: it reveals nothing about the uploader's disk, and needs no encoding in addresses.
  const fixed = `avatar.${PICTURES[picture.contentType] ?? 'img'}`;
  const url = `${tx.installation.publicUrl}/files/${picture.key}/${fixed}`;
  // Only the team is told the name of a logo.
  const filename = owner.type === 'Portal' ? (picture.filename ?? fixed) : fixed;
  await setAvatarUrl(tx, owner, url);
  await deleteAvatar(tx, owner, now);
  await tx.db
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
