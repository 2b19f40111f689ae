import { ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { shownContactShape } from './answers.ts';
import { destroyCustomAttributes } from './destroy-custom-attributes.ts';
import { readContact } from './find-contact.ts';
import { removeContactAvatar } from './avatar/remove-contact-avatar.ts';
import { destroyCustomAttributesBody } from './schema.ts';
import { showContact } from './show-contact.ts';

/** Routes that remove single parts of a contact. */
export const contactParts = routes('/contacts/:id');

contactParts.delete(
  '/avatar',
  { permission: 'contact:write', summary: 'Remove the picture of a contact', answer: ok(shownContactShape) },
  async ({ params, ...asked }) =>
    showContact(asked, await removeContactAvatar(asked.tx, asked.account, params.id, asked.now)),
);

contactParts.post(
  '/destroy_custom_attributes',
  {
    permission: 'contact:write',
    summary: 'Remove custom attributes of a contact',
    find: contactOf,
    body: destroyCustomAttributesBody,
    example: { custom_attributes: ['plan'] },
    answer: ok(shownContactShape),
  },
  async ({ found: { id }, body, ...asked }) =>
    showContact(asked, await destroyCustomAttributes(asked.tx, asked.account, id, body.custom_attributes, asked.now)),
);

function contactOf({ tx, account, params }: Asked<'/:id'>) {
  return readContact(tx, account.id, params.id);
}
