import { invalid } from '../../errors.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { keepBlob, signedIdOf } from '../../storage/blobs.ts';
import { fileUrl } from '../../wire/message-blocks.ts';
import { named, text } from '../../wire/shape.ts';
import { fetchFile } from './fetch-file.ts';
import { uploadBody } from './schema.ts';

export const upload = routes('/upload');

const uploadShape = named('Upload', { file_url: text, blob_id: text });

upload.post(
  '/',
  {
    permission: 'upload:create',
    summary: 'Upload a file',
    description:
      'As `attachment` of a multipart form, or fetched from `external_url`. `blob_id` is its signed id, which messages and macros can name; the file stays at `file_url`.',
    body: uploadBody,
    files: ['attachment'],
    chooseFiles(files, { external_url: url }) {
      const [file, second] = files;
      if (second) throw invalid('Validation failed', 'attachment must be one file', ['attachment']);
      if (!file && !url) {
        throw invalid('No file or URL provided', 'send attachment in a multipart form, or external_url');
      }
      return files;
    },
    example: { external_url: 'https://example.com/picture.png' },
    answer: ok(uploadShape),
    // It may wait for another server, which must not happen inside a transaction.
    isNotRepeated: true,
  },
  async ({ app, ctx, tx, account, body, files, now, publicUrl }) => {
    const file = files[0] ?? (await fetchFile(app, body.external_url ?? ''));
    // If the request fails from here on, the file is removed.
    ctx.state.storedFiles.push(file.key);
    const blob = await keepBlob(tx, account.id, file, now);
    return { file_url: fileUrl(publicUrl, blob.key, blob.filename), blob_id: signedIdOf(tx, blob) };
  },
);
