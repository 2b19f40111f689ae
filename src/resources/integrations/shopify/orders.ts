import type { Attributes, Json } from '../../../entities/columns.ts';
import { ask } from '../../../oauth/ask.ts';
import { askConnected, type Connection } from '../connection.ts';

const CUSTOMER_FIELDS = 'id,email,phone';
const ORDER_FIELDS = 'id,email,created_at,total_price,currency,fulfillment_status,financial_status';
/** One by the e-mail address, and another by the telephone number. */
const MOST_CUSTOMERS = 2;

/** By what a customer of a shop is known. */
export type Person = { email: string | null; phoneNumber: string | null };

/** The orders of the person at the connected shop, newest first. @throws AppError as `askConnected` */
export async function ordersOf(connection: Connection, person: Person): Promise<Attributes[]> {
  const query = [
    ...(person.email ? [`email:${quoted(person.email)}`] : []),
    ...(person.phoneNumber ? [`phone:${quoted(person.phoneNumber)}`] : []),
  ].join(' OR ');
  const search = { query, fields: CUSTOMER_FIELDS, limit: String(MOST_CUSTOMERS) };
  const customers = objectsIn((await askShop(connection, '/customers/search.json', search))['customers']);
  const orders = await Promise.all(
    customers.slice(0, MOST_CUSTOMERS).map(({ id }) => ordersOfCustomer(connection, id)),
  );
  return orders.flat().toSorted((one, other) => String(other['created_at']).localeCompare(String(one['created_at'])));
}

async function ordersOfCustomer(connection: Connection, customer: Json | undefined): Promise<Attributes[]> {
  const search = { customer_id: String(customer), status: 'any', fields: ORDER_FIELDS };
  const { orders } = await askShop(connection, '/orders.json', search);
  return objectsIn(orders).map((order) => ({
    ...order,
    admin_url: `https://${connection.referenceId}/admin/orders/${order['id']}`,
  }));
}

function askShop(connection: Connection, path: string, searchParams: Record<string, string>): Promise<Attributes> {
  const { api_url: place, api_version: version } = connection.app.config.oauth.shopify;
  const shop = place.replaceAll('{shop}', connection.referenceId ?? '').replace(/\/+$/, '');
  const url = `${shop}/admin/api/${version}${path}`;
  return askConnected(connection, (token) =>
    ask('GET', url, { headers: { 'x-shopify-access-token': token }, searchParams }, [token]),
  );
}

/** A value in Shopify's search, where quotes end it. */
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

function objectsIn(value: Json | undefined): Attributes[] {
  return (Array.isArray(value) ? value : []).filter(
    (item): item is Attributes => typeof item === 'object' && item !== null && !Array.isArray(item),
  );
}
