import { answers, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { shownContactShape } from './answers.ts';
import { listContactInboxes } from './find-contact.ts';
import { mergeContacts } from './merge-contacts.ts';
import { presentShownContact } from './presenter.ts';
import { mergeBody } from './schema.ts';

/** /actions */
export const actions = router();

actions.post(
  '/contact_merge',
  allow('contact:merge'),
  takes({ body: mergeBody }),
  answers(shownContactShape),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const body = validate(mergeBody, ctx);
    const input = { baseId: body.base_contact_id, mergeeId: body.mergee_contact_id };
    const { contact, dropped } = await mergeContacts(em, account, input, now);
    ctx.state.droppedFiles.push(...dropped);
    ctx.body = presentShownContact(contact, await listContactInboxes(em, [contact]), now);
  },
);
