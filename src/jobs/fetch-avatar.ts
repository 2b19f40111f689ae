import { unlink } from 'node:fs/promises';
import { object, string } from 'yup';
import type { App } from '../app.ts';
import { AVATAR_OWNERS } from '../entities/avatar.ts';
import { integer } from '../fields.ts';
import { newSpoolPath, removeFiles, storeFile } from '../storage/files.ts';
import { setFetchedContactAvatar } from '../resources/contacts/avatar/set-fetched-contact-avatar.ts';
import type { Owner } from '../resources/files/avatar-owner.ts';
import { type AvatarFile, checkAvatar } from '../resources/files/check-avatar.ts';
import { setFetchedAvatar } from '../resources/files/set-fetched-avatar.ts';
import { downloadPicture } from './download-picture.ts';
import type { JobHandler, JobUnderWay } from './queue/handler.ts';
import { readOnce } from './read-once.ts';

const fetchAvatarPayload = object({
  owner_type: string().oneOf(AVATAR_OWNERS).required(),
  owner_id: integer().required(),
  url: string().required(),
});

/**
 * Downloads a picture from the URL that a client gave, and makes it the owner's avatar, unless the owner has been
 * deleted or has got another picture or request since.
 */
export const fetchAvatar: JobHandler = async (app, payload, job) => {
  const { owner_type: type, owner_id: id, url } = fetchAvatarPayload.validateSync(payload);
  const picture = await fetchPicture(app, url, job);
  const { data_dir } = app.config;
  try {
    const isWanted = (await keep(app, { type, id }, picture, job)) !== null;
    if (!isWanted) await removeFiles(data_dir, [picture.key]);
  } catch (error) {
    await removeFiles(data_dir, [picture.key]);
    throw error;
  }
};

/**
 * Downloads the picture at `url` to a stored file that no row names yet.
 * @throws AppError `invalid` when it is no picture
 */
async function fetchPicture(app: App, url: string, { id, signal }: JobUnderWay): Promise<AvatarFile> {
  const { data_dir } = app.config;
  const path = await newSpoolPath(data_dir);
  try {
    const size = await downloadPicture(await app.http(), url, path, signal);
    const file = await readOnce(data_dir, id)(() => storeFile(data_dir, { path, filename: 'avatar', size }));
    try {
      checkAvatar([file]);
      return file;
    } catch (error) {
      await removeFiles(data_dir, [file.key]);
      throw error;
    }
  } finally {
    await unlink(path).catch(() => {});
  }
}

/** Sets the avatar. Only a contact's change is published as an event. */
async function keep(app: App, owner: Owner, picture: AvatarFile, job: JobUnderWay) {
  const tx = app.tx();
  return owner.type === 'Contact' && job.accountId !== null
    ? setFetchedContactAvatar(tx, job.accountId, owner.id, picture, job.id, app.now())
    : setFetchedAvatar(tx, owner, picture, job.id, app.now());
}
