import { admitContact, enteredContact } from '../../http/enter-inbox.ts';
import { created, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { filled } from './contact-input.ts';
import { publicContactShape } from './public/answers.ts';
import { checkProof } from './public/check-proof.ts';
import { enterContact } from './public/enter-contact.ts';
import { presentPublicContact } from './public/presenter.ts';
import { changeBody, type ContactValues, enterBody, showContactQuery } from './public/schema.ts';
import { twoWordName } from './public/two-word-name.ts';
import { verifyContact } from './public/verify-contact.ts';
import { writeSaid } from './public/write-said.ts';

/** The contacts of an API inbox, each for themselves. */
export const publicContacts = routes('/contacts');

publicContacts.post(
  '/',
  {
    permission: 'public_contact:write',
    summary: 'Make a contact known in an API inbox',
    description:
      'The contact with the `source_id`, as they are; else, with `identifier_hash`, one more entry of the contact with the `identifier`; else a new contact. Values that another contact has are kept as claims, and the team decides. Without `source_id` a new one is made, which cannot be guessed: who knows it is let in as the contact.',
    body: enterBody,
    name: 'contact',
    example: { name: 'Carla Contact', email: 'carla@example.com' },
    answer: created(publicContactShape),
  },
  async ({ tx, ctx, body, now }) => {
    const { inbox } = ctx.state.entered;
    const input = {
      ...saidOf(body),
      name: filled(body.name) ?? twoWordName(),
      blocked: undefined,
      avatar: null,
      identifier: filled(body.identifier) ?? null,
      sourceId: filled(body.source_id) ?? null,
      provedIdentifier: checkProof(tx, inbox, body),
    };
    await admitContact({ ctx }, input);
    return presentPublicContact(tx, await enterContact(tx, inbox, input, now));
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
    return presentPublicContact(tx, await verifyContact(tx, caller, identifier, now));
  },
);

publicContacts.patch(
  '/:contact_identifier',
  {
    permission: 'public_contact:write',
    summary: 'Change a contact for themselves',
    description:
      '`identifier` only proves who it is, together with `identifier_hash`. Without it, values that another contact has, and those of a contact who did not come with this entry, are kept as claims.',
    find: enteredContact,
    body: changeBody,
    name: 'contact',
    example: { name: 'Carla Contact', custom_attributes: { plan: 'gold' } },
    answer: ok(publicContactShape),
  },
  async ({ tx, ctx, found: caller, body, now }) => {
    const identifier = checkProof(tx, ctx.state.entered.inbox, body);
    const { inbox } = ctx.state.entered;
    const verified = await verifyContact(tx, caller, identifier, now);
    const said = { ...saidOf(body), isProved: identifier !== null };
    return presentPublicContact(tx, await writeSaid(tx, inbox, verified, said, now));
  },
);

/** A contact's words about themselves, as the commands take them; null and blank values change nothing. */
function saidOf(body: ContactValues) {
  return {
    name: filled(body.name) ?? undefined,
    email: body.email ?? null,
    phoneNumber: body.phone_number ?? null,
    identifier: null,
    customAttributes: body.custom_attributes ?? {},
    additionalAttributes: {},
    avatarUrl: filled(body.avatar_url) ?? null,
  };
}
