import { ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { labelsShape } from './answers.ts';
import { findContactLabels, setContactLabels } from './set-contact-labels.ts';
import { labelsBody } from './schema.ts';

export const contactLabels = routes('/contacts/:id/labels');

contactLabels.get(
  '/',
  { permission: 'contact:read', summary: 'List the labels of a contact', find: labelsOf, answer: ok(labelsShape) },
  ({ found: labels }) => ({ payload: labels }),
);

contactLabels.post(
  '/',
  {
    permission: 'contact:write',
    summary: 'Set the labels of a contact',
    description: 'They take the place of those that it has.',
    find: labelsOf,
    body: labelsBody,
    example: { labels: ['vip'] },
    answer: ok(labelsShape),
  },
  async ({ tx, account, params, body, now }) => ({
    payload: await setContactLabels(tx, account.id, params.id, body.labels ?? [], now),
  }),
);

function labelsOf({ tx, account, params }: Asked<'/:id'>) {
  return findContactLabels(tx, account.id, params.id);
}
