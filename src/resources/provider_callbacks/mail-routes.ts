import { MAX_MAIL_BYTES } from '../../channels/email/mail-event.ts';
import { isSameText } from '../../channels/receiving/same-text.ts';
import { addressesIn } from '../../fields/address-list.ts';
import { notFound, unauthorized } from '../../errors.ts';
import { rawPieces } from '../../http/body/raw-pieces.ts';
import { noContent } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { withSpooled } from '../../storage/with-spooled.ts';
import { keepMail } from './keep-mail.ts';

/** Where mail servers hand mails over. */
export const handedMails = routes('/rails/action_mailbox/relay');

handedMails.post(
  '/inbound_emails',
  {
    permission: 'provider_callback:create',
    summary: 'Take a mail of a mail server',
    description:
      'The body is the raw mail, as `message/rfc822`. Basic authentication with the name `actionmailbox` and the password of the setting `mail.inbound_password`. The mail is for the inboxes whose addresses `X-Envelope-To` names, else those that mail servers have noted in its head, as `Delivered-To`, else those of its recipients. 404 where there is none. 429 after too many wrong passwords.',
    answer: noContent,
    mayAnswer: [400, 401, 404, 413, 429],
  },
  async ({ ctx }) => {
    const { app, tx, now } = ctx.state;
    const { inbound_password: password } = app.config.mail;
    const given = ctx.get('authorization');
    const expected = `Basic ${Buffer.from(`actionmailbox:${password}`).toString('base64')}`;
    if (password === '') throw unauthorized('mail.inbound_password is not set: no mails are taken here');
    if (!isSameText(given, expected)) throw unauthorized('the password is not mail.inbound_password');
    ctx.state.isProven = true;
    const { data_dir } = app.config;
    const inboxes = await withSpooled(data_dir, [rawPieces(ctx.req, MAX_MAIL_BYTES)], ([path = '']) =>
      keepMail(tx, data_dir, path, addressesIn(ctx.get('x-envelope-to')), now),
    );
    if (inboxes === 0) throw notFound('Inbox');
  },
);
