import type { ContactFacts } from '../../events/facts.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { shownContactShape } from './answers.ts';
import { destroyCustomAttributes } from './destroy-custom-attributes.ts';
import { listContactInboxes, readContact } from './find-contact.ts';
import { presentShownContact } from './presenter.ts';
import { removeContactAvatar } from './remove-contact-avatar.ts';
import { destroyCustomAttributesBody } from './schema.ts';

/** What takes single parts of a contact away. */
export const contactParts = router();

contactParts.delete('/:id/avatar', allow('contact:write'), takes({}), answers(shownContactShape), async (ctx) => {
  const { em, account, now } = ctx.state;
  const { contact, dropped } = await removeContactAvatar(em, account, idOf(ctx, 'Contact'), now);
  ctx.state.droppedFiles.push(...dropped);
  await show(ctx, contact);
});

contactParts.post(
  '/:id/destroy_custom_attributes',
  allow('contact:write'),
  takes({ body: destroyCustomAttributesBody }),
  answers(shownContactShape),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const { id } = await readContact(em, account.id, idOf(ctx, 'Contact'));
    const { custom_attributes: keys } = validate(destroyCustomAttributesBody, ctx);
    await show(ctx, await destroyCustomAttributes(em, account, id, keys, now));
  },
);

async function show(ctx: Ctx, contact: ContactFacts): Promise<void> {
  ctx.body = presentShownContact(contact, await listContactInboxes(ctx.state.em, [contact]), ctx.state.now);
}
