import { findMessage } from '../../conversations/messages/queries.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import { found } from '../../errors.ts';
import { flag, object } from '../../fields.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import { htmlPage } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { findVisibleConversation } from '../../records/visible-inboxes.ts';
import { mailPage, mailPolicy } from './mail/mail-page.ts';

const mails = routes('/conversations/:conversation_id/messages');

mails.get(
  '/:id/mail',
  {
    permission: 'message:read',
    summary: 'Show a mail',
    description:
      'The HTML of an e-mail as a page of its own, for a frame of the console: without scripts, forms and styles that leave their ' +
      'place, and without anything of other servers. `quoted=true` has what the mail quotes as well, `pictures=true` loads pictures ' +
      'of other servers, which tells their owners that the mail was opened. The policy of the page allows nothing else.',
    find: mailOf,
    query: object({
      quoted: flag().meta({ description: 'Whether what the mail quotes is shown as well' }),
      pictures: flag().meta({ description: 'Whether pictures of other servers are loaded' }),
    }),
    answer: htmlPage,
  },
  async ({ found: { own, full }, query, ctx, publicUrl }) => {
    const withPictures = query.pictures ?? false;
    const { page, policy } = await mailPage(query.quoted ? full : own, { withPictures, publicUrl });
    ctx.set('Content-Security-Policy', policy);
    // Browsers look up the hosts of links before anybody follows them.
    ctx.set('X-DNS-Prefetch-Control', 'off');
    return page;
  },
);

/** The pages of mails, all of whose answers may be in a frame of the console and show nothing else. */
export const consoleMails = Object.assign(mails, { before: [guardedPage(() => mailPolicy())] });

type OfMessage = Asked<'/conversations/:conversation_id'> & Asked<'/:id'>;

/** @throws AppError `not_found` for a message without HTML as well */
async function mailOf({ tx, account, caller, params }: OfMessage): Promise<{ own: string; full: string }> {
  const conversation = await findVisibleConversation(tx, account.id, params.conversation_id, caller);
  const message = found(await findMessage(tx, conversation.id, params.id), 'Message');
  const { full, reply, quoted } = objectAt(objectAt(message.contentAttributes, 'email'), 'html_content');
  const whole = textOf(full) || textOf(reply) || textOf(quoted);
  return found(whole === '' ? null : { full: whole, own: textOf(quoted) || whole }, 'Mail');
}

function objectAt(attributes: Attributes, name: string): Attributes {
  const value = attributes[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value.trim() : '');
