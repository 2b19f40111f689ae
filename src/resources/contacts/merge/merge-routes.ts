import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { shownContactShape } from '../answers.ts';
import { mergeContacts } from './merge-contacts.ts';
import { mergeBody } from '../schema.ts';
import { showContact } from '../show-contact.ts';

export const contactMerges = routes('/actions');

contactMerges.post(
  '/contact_merge',
  {
    permission: 'contact:merge',
    summary: 'Merge two contacts',
    description: 'The base contact takes over what belongs to the mergee, which is deleted.',
    body: mergeBody,
    example: { base_contact_id: 1, mergee_contact_id: 2 },
    answer: ok(shownContactShape),
  },
  async ({ body, ...asked }) => {
    const input = { baseId: body.base_contact_id, mergeeId: body.mergee_contact_id };
    return showContact(asked, await mergeContacts(asked.tx, asked.account, input, asked.now));
  },
);
