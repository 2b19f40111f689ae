import { found, invalid } from '../../../errors.ts';
import { integer, object } from '../../../fields.ts';
import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { attributes, list, named } from '../../../wire/shape.ts';
import { connectionOf } from '../connection.ts';
import { ordersOf } from './orders.ts';
import { findPerson } from './find-person.ts';

export const shopify = routes('/integrations/shopify');

shopify.get(
  '/orders',
  {
    permission: 'integration:read',
    summary: 'List the orders of a contact at the connected shop',
    description: 'Newest first: those of the customers with the e-mail address or the telephone number of the contact.',
    query: object({ contact_id: integer().required('is missing: the id of a contact') }),
    answer: ok(named('ShopOrders', { orders: list(attributes) })),
    mayAnswer: [404, 422, 503],
  },
  async ({ app, tx, account, query }) => {
    const person = found(await findPerson(tx, account.id, query.contact_id), 'Contact');
    if (!person.email && !person.phoneNumber) {
      const detail = 'the contact has neither an e-mail address nor a telephone number';
      throw invalid('Contact information missing', detail);
    }
    return { orders: await ordersOf(await connectionOf(app, tx, account.id, 'shopify'), person) };
  },
);
