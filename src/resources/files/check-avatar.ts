import type { StoredFile } from '../../storage/stored-file.ts';
import { namesPrivatePlace } from '../../addresses.ts';
import { invalidField } from '../../errors.ts';

/** A file of a type and size that avatars may have. */
export type AvatarFile = Pick<StoredFile, 'key' | 'contentType' | 'fileSize'> & Partial<Pick<StoredFile, 'filename'>>;

/** The types that browsers display and cannot run, each with its suffix; the content of the file decides. */
export const PICTURES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
export const MAX_AVATAR_BYTES = 15 * 1024 * 1024;

/** `checkPicture` of an `avatar`. */
export const checkAvatar = checkPicture('avatar');

/**
 * Gives what returns the files of the field `name`: one picture, or none.
 * @throws AppError `invalid` for several files, another type of file, or more than 15 MB
 */
export function checkPicture(name: string) {
  return <File extends AvatarFile>(files: File[]): File[] => {
    const [file, second] = files;
    if (!file) return files;
    if (second) throw invalidField(name, 'must be one file');
    if (!Object.hasOwn(PICTURES, file.contentType)) {
      throw invalidField(name, 'must be a JPEG, PNG, GIF or WebP picture');
    }
    if (file.fileSize > MAX_AVATAR_BYTES) throw invalidField(name, 'is too large (maximum is 15 MB)');
    return files;
  };
}

/**
 * Refuses an address from which no picture can be fetched. The IP address behind its name is checked at the connection.
 * @throws AppError `invalid`
 */
export function checkAvatarUrl(address: string, allowedNetworks: readonly string[]): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw invalidField('avatar_url', 'must be an address that starts with http:// or https://');
  }
  if (namesPrivatePlace(url, allowedNetworks)) {
    throw invalidField(
      'avatar_url',
      'must be a public address, or lie in a network that webhooks.allowed_networks allows',
    );
  }
}
