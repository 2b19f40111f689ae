import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { mayAttach, visitorOf } from '../../http/widget/enter-widget.ts';
import { announceUpload } from '../direct_uploads/announce-upload.ts';
import { directUploadShape } from '../direct_uploads/answers.ts';
import { presentDirectUpload } from '../direct_uploads/presenter.ts';
import { announcedIn, directUploadBody, directUploadExample } from '../direct_uploads/schema.ts';

/** Files that a visitor sends before the message that they belong to. */
export const widgetUploads = routes('/direct_uploads');

widgetUploads.post(
  '/',
  {
    permission: 'widget:write',
    summary: 'Announce a file from a website',
    description:
      'Its content is then sent to `direct_upload.url` with PUT, within an hour. `signed_id` names it as an attachment of messages for a day.',
    find: visitorOf,
    body: directUploadBody,
    example: directUploadExample,
    answer: ok(directUploadShape),
  },
  async ({ app, tx, ctx, account, body: { blob }, now, publicUrl }) => {
    mayAttach({ ctx });
    await ctx.state.visitorLimits.consumeUpload();
    ctx.state.meter?.take(blob.byte_size);
    const { max_file_bytes: mostBytes } = app.config.server;
    const row = await announceUpload(tx, account.id, announcedIn(blob), mostBytes, now);
    return presentDirectUpload(tx, row, publicUrl, now);
  },
);
