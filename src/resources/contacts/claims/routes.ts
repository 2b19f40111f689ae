import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { shownContactShape } from '../answers.ts';
import { claimsInput } from '../schema.ts';
import { showContact } from '../show-contact.ts';
import { dropClaims, takeOverClaims } from './take-over-claims.ts';

/** Claims of contacts to be somebody (`claims` of their contact inboxes), for the team to decide. */
export const contactClaims = routes('/contacts/:id');

contactClaims.post(
  '/claims',
  {
    permission: 'contact:merge',
    summary: 'Believe who a contact says to be',
    description:
      'Takes over the `claims` of a contact inbox. Where another contact has the identifier or an address, that one absorbs ' +
      'this contact and keeps its own values; what it lacks, and what nobody has, is written. The answer is the contact that ' +
      'they are from then on. `contact_inbox_id` is needed where there are claims in several inboxes.',
    body: claimsInput,
    example: { contact_inbox_id: 1 },
    answer: ok(shownContactShape),
    mayAnswer: [422],
  },
  async ({ params, body, ...asked }) => {
    const place = { contactId: params.id, contactInboxId: body.contact_inbox_id };
    return showContact(asked, await takeOverClaims(asked.tx, asked.account, place, asked.now));
  },
);

contactClaims.delete(
  '/claims',
  {
    permission: 'contact:write',
    summary: 'Forget who a contact says to be',
    description: 'Drops the `claims` of a contact inbox; the contact stays as it is.',
    query: claimsInput,
    answer: ok(shownContactShape),
    mayAnswer: [422],
  },
  async ({ params, query, ...asked }) => {
    const place = { contactId: params.id, contactInboxId: query.contact_inbox_id };
    return showContact(asked, await dropClaims(asked.tx, asked.account, place, asked.now));
  },
);
