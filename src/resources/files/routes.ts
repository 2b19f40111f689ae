import { found, notFound } from '../../errors.ts';
import { written } from '../../http/routes/answer.ts';
import { sendFile } from '../../http/send-file.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { isFileKey } from '../../storage/files.ts';
import { file } from '../../wire/shape.ts';
import { findFile } from './queries.ts';

const ANY_TYPE = '*/*';

export const files = routes('/files');

files.get(
  '/:key/:filename',
  {
    permission: 'file:read',
    summary: 'Download a file',
    description: 'Its address is all that it takes, and cannot be guessed.',
    find: fileOf,
    answer: written(ANY_TYPE, file),
    mayAnswer: [written(ANY_TYPE, file, 206), written(ANY_TYPE, null, 304), 416],
  },
  ({ ctx, found: file }) => sendFile(ctx, file),
);

async function fileOf({ tx, params: { key }, now }: Asked<'/:key'>) {
  if (!isFileKey(key)) throw notFound('File');
  return found(await findFile(tx, key, now), 'File');
}
