import { enteredContact } from '../../http/enter-inbox.ts';
import { created, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { filled } from './contact-input.ts';
import { updateContact } from './update-contact.ts';
import { publicContactShape } from './public/answers.ts';
import { checkProof } from './public/check-proof.ts';
import { enterContact } from './public/enter-contact.ts';
import { presentPublicContact } from './public/presenter.ts';
import { changeBody, type ContactValues, enterBody, showContactQuery } from './public/schema.ts';
import { twoWordName } from './public/two-word-name.ts';
import { verifyContact } from './public/verify-contact.ts';

/** The contacts of an API inbox, each for themselves. */
export const publicContacts = routes('/contacts');

publicContacts.post(
  '/',
  {
    permission: 'public_contact:write',
    summary: 'Make a contact known in an API inbox',
    description:
      'The contact with the `source_id`, as they are; else one more entry of the contact with the `identifier`, `email` or `phone_number`; else a new contact. Without `source_id` a new one is made, which cannot be guessed: who knows it is let in as the contact.',
    body: enterBody,
    name: 'contact',
    example: { name: 'Carla Contact', email: 'carla@example.com' },
    answer: created(publicContactShape),
  },
  async ({ tx, ctx, body, now }) => {
    const { inbox } = ctx.state.entered;
    const input = {
      ...valuesOf(body),
      name: filled(body.name) ?? twoWordName(),
      email: body.email ?? null,
      phoneNumber: body.phone_number ?? null,
      identifier: filled(body.identifier) ?? null,
      sourceId: filled(body.source_id) ?? null,
      provedIdentifier: checkProof(tx, inbox, body),
    };
    return presentPublicContact(await enterContact(tx, inbox, input, now));
  },
);

publicContacts.get(
  '/:contact_identifier',
  {
    permission: 'public_contact:read',
    summary: 'Show a contact to themselves',
    description:
      '`contact_identifier` is the `source_id`. With `identifier_hash`, the identity is verified from then on.',
    find: enteredContact,
    query: showContactQuery,
    answer: ok(publicContactShape),
  },
  async ({ tx, ctx, found: caller, query, now }) => {
    const identifier = checkProof(tx, ctx.state.entered.inbox, query);
    return presentPublicContact(await verifyContact(tx, caller, identifier, now));
  },
);

publicContacts.patch(
  '/:contact_identifier',
  {
    permission: 'public_contact:write',
    summary: 'Change a contact for themselves',
    description: '`identifier` only proves who it is, together with `identifier_hash`.',
    find: enteredContact,
    body: changeBody,
    name: 'contact',
    example: { name: 'Carla Contact', custom_attributes: { plan: 'gold' } },
    answer: ok(publicContactShape),
  },
  async ({ tx, ctx, account, found: caller, body, now }) => {
    const identifier = checkProof(tx, ctx.state.entered.inbox, body);
    const { contactInbox } = await verifyContact(tx, caller, identifier, now);
    const contact = await updateContact(tx, account, caller.contact.id, valuesOf(body), now);
    return presentPublicContact({ contact, contactInbox });
  },
);

/** The contact's own values, as the commands take them; what is null or blank stays as it is. */
function valuesOf(body: ContactValues) {
  return {
    name: filled(body.name) ?? undefined,
    email: body.email ?? undefined,
    phoneNumber: body.phone_number ?? undefined,
    identifier: undefined,
    blocked: undefined,
    customAttributes: body.custom_attributes ?? {},
    additionalAttributes: {},
    avatar: null,
    avatarUrl: filled(body.avatar_url) ?? null,
  };
}
