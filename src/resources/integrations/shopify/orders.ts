import type { Attributes, Json } from '../../../entities/columns.ts';
import type { Connection } from '../connection.ts';
import { askShopify } from './ask-shopify.ts';

/** Two customers: one by the e-mail address, and another by the telephone number. */
const ORDERS = `query OrdersOfContact($search: String!) {
  customers(first: 2, query: $search) {
    nodes {
      orders(first: 50, reverse: true, sortKey: CREATED_AT) {
        nodes {
          legacyResourceId
          email
          createdAt
          totalPriceSet { shopMoney { amount currencyCode } }
          displayFinancialStatus
          displayFulfillmentStatus
        }
      }
    }
  }
}`;
/** States of deliveries that have other names in answers, which are those of Shopify's REST API. */
const FULFILLMENT: Record<string, string | null> = { UNFULFILLED: null, PARTIALLY_FULFILLED: 'partial' };

/** By what a customer of a shop is known. */
export type Person = { email: string | null; phoneNumber: string | null };

/** The orders of the person at the connected shop, newest first. @throws AppError as `askShopify` */
export async function ordersOf(connection: Connection, person: Person): Promise<Attributes[]> {
  const search = [
    ...(person.email ? [`email:${quoted(person.email)}`] : []),
    ...(person.phoneNumber ? [`phone:${quoted(person.phoneNumber)}`] : []),
  ].join(' OR ');
  const { data } = await askShopify(connection, ORDERS, { search });
  return nodesIn(partOf(data, 'customers'))
    .flatMap((customer) => nodesIn(customer['orders']))
    .map((order) => orderOf(order, connection.referenceId ?? ''))
    .toSorted((one, other) => String(other['created_at']).localeCompare(String(one['created_at'])));
}

/** With the names of Shopify's REST API, which clients of Chatwoot read. */
function orderOf(order: Attributes, shop: string): Attributes {
  const id = Number(order['legacyResourceId']);
  const total = partOf(order['totalPriceSet'], 'shopMoney');
  return {
    id,
    email: order['email'] ?? null,
    created_at: order['createdAt'] ?? null,
    total_price: partOf(total, 'amount') ?? null,
    currency: partOf(total, 'currencyCode') ?? null,
    financial_status: lowerCase(order['displayFinancialStatus']),
    fulfillment_status: fulfillmentOf(order['displayFulfillmentStatus']),
    admin_url: `https://${shop}/admin/orders/${id}`,
  };
}

function fulfillmentOf(status: Json | undefined): string | null {
  const name = String(status);
  return Object.hasOwn(FULFILLMENT, name) ? (FULFILLMENT[name] ?? null) : lowerCase(status);
}

const lowerCase = (value: Json | undefined) => (typeof value === 'string' ? value.toLowerCase() : null);

/** A value in Shopify's search, where quotes end it. */
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

const partOf = (value: Json | undefined, name: string): Json | undefined => (isObject(value) ? value[name] : undefined);

function nodesIn(connection: Json | undefined): Attributes[] {
  const nodes = partOf(connection, 'nodes');
  return Array.isArray(nodes) ? nodes.filter(isObject) : [];
}

function isObject(value: Json | undefined): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
