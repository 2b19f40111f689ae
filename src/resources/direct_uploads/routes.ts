import { found, notFound } from '../../errors.ts';
import { noContent, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { findVisibleConversation } from '../../records/visible-inboxes.ts';
import { readBlobToken } from '../../storage/blob-tokens.ts';
import { findBlob, noteStored } from '../../storage/blobs.ts';
import { announceUpload } from './announce-upload.ts';
import { directUploadShape } from './answers.ts';
import { presentDirectUpload } from './presenter.ts';
import { receiveContent } from './receive-content.ts';
import { announcedIn, directUploadBody, directUploadExample } from './schema.ts';

export const directUploads = routes('/conversations/:conversation_id/direct_uploads');

directUploads.post(
  '/',
  {
    permission: 'message:create',
    summary: 'Announce a file',
    description:
      'Its content is then sent to `direct_upload.url` with PUT, within an hour. `signed_id` names it as an attachment of messages for a day.',
    find: conversationOf,
    body: directUploadBody,
    example: directUploadExample,
    answer: ok(directUploadShape),
  },
  async ({ app, tx, account, body: { blob }, now, publicUrl }) => {
    const row = await announceUpload(tx, account.id, announcedIn(blob), app.config.server.max_file_bytes, now);
    return presentDirectUpload(tx, row, publicUrl, now);
  },
);

/** Where the content of announced files is sent. */
export const directUploadContents = routes('/direct_uploads');

directUploadContents.patch(
  '/:token',
  {
    permission: 'direct_upload:write',
    summary: 'Send the content of an announced file',
    description: 'The body is the bytes of the file. The address is all that it takes.',
    find: blobOf,
    answer: noContent,
    mayAnswer: [400, 404, 413, 422],
  },
  async ({ app, ctx, tx, found: blob, now }) => {
    const file = await receiveContent(app.config.data_dir, blob, ctx.req);
    // Where the blob has been deleted meanwhile, the nightly sweep removes the file.
    const isFirst = await noteStored(tx, blob.id, file, now);
    if (isFirst) app.installation.space.note(blob.accountId, file.fileSize);
    // Sent again, as by a client that has not heard the answer, it is answered as the first time.
    else if (!(await findBlob(tx, blob.accountId, blob.id, now))) throw notFound('Upload');
  },
);

function conversationOf({ tx, account, caller, params }: Asked<'/:conversation_id'>) {
  return findVisibleConversation(tx, account.id, params.conversation_id, caller);
}

async function blobOf({ app, tx, params: { token }, now }: Asked<'/:token'>) {
  const signed = readBlobToken(app.installation.vault, 'write', token, now);
  return found(signed && (await findBlob(tx, signed.accountId, signed.blobId, now)), 'Upload');
}
