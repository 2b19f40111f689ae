import { accessDenied } from '../../errors.ts';
import { ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { admit, knownVisitor, visitorOf } from '../../http/widget/enter-widget.ts';
import type { ContactCaller } from '../../records/public/contact-caller.ts';
import { checkProof } from '../contacts/public/check-proof.ts';
import { knowsThemselves } from '../contacts/public/knows-themselves.ts';
import { destroyCustomAttributes } from '../contacts/destroy-custom-attributes.ts';
import { destroyCustomAttributesBody } from '../contacts/schema.ts';
import { changedVisitorShape, shownVisitorShape, visitorShape } from './answers.ts';
import { changeContactBody } from './schema.ts';
import { tokensOf } from './tokens.ts';
import { presentKnown, presentVisitor } from './visitor/present-visitor.ts';
import { mustBeProved, proveVisitor } from './visitor/prove-visitor.ts';
import { saidOfContact } from './visitor/said-of-contact.ts';
import { setUser } from './visitor/set-user.ts';

/** The contact that a visitor is. */
export const widgetContacts = routes('/contact');

widgetContacts.get(
  '/',
  {
    permission: 'widget:read',
    summary: 'Say what is known of a visitor',
    find: visitorOf,
    answer: ok(shownVisitorShape),
  },
  async ({ tx, found: visitor }) => {
    const { identifier } = await presentVisitor(tx, visitor);
    return { ...(await presentKnown(tx, visitor)), identifier };
  },
);

widgetContacts.patch(
  '/',
  {
    permission: 'widget:write',
    summary: 'Change the contact that a visitor is',
    description:
      "Attributes are added to those that are there. Where the inbox needs proofs, so does this, until the visitor has given one. Without a visitor's token, as `set_user`.",
    find: knownVisitor,
    body: changeContactBody,
    name: 'contact',
    example: { name: 'Carla Contact', custom_attributes: { plan: 'gold' } },
    answer: ok(changedVisitorShape),
  },
  async ({ found: visitor, body, ...asked }) =>
    changeVisitor(asked, visitor, body, proveVisitor(asked.tx, asked.ctx.state.widget.inbox, visitor, body)),
);

widgetContacts.patch(
  '/set_user',
  {
    permission: 'widget:write',
    summary: 'Say who a visitor is',
    description:
      "With `identifier_hash`, the identity is proved, and all conversations of it are shown. Without a visitor's token, and where somebody else was known by it, the answer has new ones; the former token stays with the former contact.",
    find: knownVisitor,
    body: changeContactBody,
    name: 'contact',
    example: { identifier: 'customer-42', name: 'Carla Contact', email: 'carla@example.com' },
    answer: ok(changedVisitorShape),
  },
  async ({ found: visitor, body, ...asked }) =>
    changeVisitor(asked, visitor, body, checkProof(asked.tx, asked.ctx.state.widget.inbox, body)),
);

widgetContacts.post(
  '/destroy_custom_attributes',
  {
    permission: 'widget:write',
    summary: 'Remove custom attributes of the contact that a visitor is',
    find: visitorOf,
    body: destroyCustomAttributesBody,
    example: { custom_attributes: ['plan'] },
    answer: ok(visitorShape),
  },
  async ({ tx, ctx, account, found: visitor, body, now }) => {
    mustBeProved(ctx.state.widget.inbox, visitor);
    const { contact } = visitor;
    if (!(await knowsThemselves(tx, visitor))) {
      throw accessDenied('prove who you are with identifier_hash: the contact may be somebody else');
    }
    const changed = await destroyCustomAttributes(tx, account, contact.id, body.custom_attributes, now);
    return presentVisitor(tx, { ...visitor, contact: changed });
  },
);

/** Writes down who the visitor says to be; `proved` as in `setUser`. The answer has new tokens for another contact inbox. */
async function changeVisitor(
  { tx, ctx, now }: Pick<Asked, 'tx' | 'ctx' | 'now'>,
  visitor: ContactCaller | null,
  body: Parameters<typeof saidOfContact>[0],
  proved: string | null,
) {
  const { inbox } = ctx.state.widget;
  const said = saidOfContact(body);
  await admit({ ctx }, visitor, proved === null ? said : {});
  const user = await setUser(tx, inbox, visitor, { ...said, proved }, now);
  const isOther = visitor?.contactInbox.id !== user.contactInbox.id;
  return { ...(await presentKnown(tx, user)), ...(isOther && tokensOf(tx, inbox.id, user, now)) };
}
