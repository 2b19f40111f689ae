import { buildSchema, graphql } from 'graphql';
import { givenProvider, type ProviderReply, type ProviderServer } from './provider-server.ts';

type Customer = { id: number; email: string | null; phone: string | null };
type Order = {
  id: number;
  customer_id: number;
  created_at: string;
  total_price: string;
  email?: string;
  financial?: string;
  fulfillment?: string;
};
/** What was asked for: the version in the path, and the variables. */
type Asked = { version: string; variables: Record<string, unknown> };

/** Stands in for the GraphQL Admin API of shops, of late 2026: it knows what the schema has, and refuses everything else. */
export type Shopify = ProviderServer<Asked> & {
  customers: Customer[];
  orders: Order[];
  /** Whether tokens without an expiry are refused, as those of public apps are from 2027 on. */
  refusesLasting: boolean;
};

/** Those that Shopify has: a request for an older one is answered by the first. */
const VERSIONS = ['2026-01', '2026-04', '2026-07', '2026-10', '2027-01'];

const SCHEMA = buildSchema(`
  scalar DateTime
  scalar Decimal
  scalar UnsignedInt64
  enum CurrencyCode { EUR USD }
  enum CustomerSortKeys { CREATED_AT ID LOCATION NAME RELEVANCE UPDATED_AT }
  enum OrderSortKeys { CREATED_AT CURRENT_TOTAL_PRICE CUSTOMER_NAME DESTINATION FINANCIAL_STATUS FULFILLMENT_STATUS ID ORDER_NUMBER
    PO_NUMBER PROCESSED_AT RELEVANCE TOTAL_ITEMS_QUANTITY TOTAL_PRICE UPDATED_AT }
  enum OrderDisplayFinancialStatus { AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED }
  enum OrderDisplayFulfillmentStatus { FULFILLED IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED
    RESTOCKED SCHEDULED UNFULFILLED }
  type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
  type MoneyBag { presentmentMoney: MoneyV2! shopMoney: MoneyV2! }
  type Order {
    id: ID!
    legacyResourceId: UnsignedInt64!
    name: String!
    email: String
    createdAt: DateTime!
    totalPriceSet: MoneyBag!
    currentTotalPriceSet: MoneyBag!
    displayFinancialStatus: OrderDisplayFinancialStatus
    displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  }
  type OrderConnection { nodes: [Order!]! }
  type Customer {
    id: ID!
    legacyResourceId: UnsignedInt64!
    orders(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false,
      sortKey: OrderSortKeys = ID): OrderConnection!
  }
  type CustomerConnection { nodes: [Customer!]! }
  type Query {
    customers(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false,
      sortKey: CustomerSortKeys = ID): CustomerConnection!
  }
`);

type Page = { first?: number; reverse: boolean; sortKey: string };

const LASTING =
  '[API] Non-expiring access tokens are no longer accepted for the Admin API. Start using expiring offline tokens: https://shopify.dev/docs/apps';

const refused = (status: number, errors: string): { refusal: ProviderReply } => ({
  refusal: { status, body: { errors } },
});

/** `isGood`: whether the shop has given out this token. */
export async function givenShopify(isGood: (token: string) => boolean): Promise<Shopify> {
  const server = await givenProvider<Asked>(async ({ method, path, headers, body }) => {
    if (!isGood(String(headers['x-shopify-access-token'] ?? ''))) {
      return refused(401, '[API] Invalid API key or access token (unrecognized login or wrong password)');
    }
    if (shopify.refusesLasting) return refused(403, LASTING);
    const [, shop, version = ''] = /^\/shops\/([^/]+)\/admin\/api\/(\d{4}-\d\d)\/graphql\.json$/.exec(path) ?? [];
    const answered = version < VERSIONS[0]! ? VERSIONS[0]! : version;
    const isThere = method === 'POST' && shop === 'acme.myshopify.com' && VERSIONS.includes(answered);
    if (!isThere) return refused(404, 'Not Found');
    if (headers['content-type'] !== 'application/json') return refused(415, 'Unsupported Media Type');
    const { query, variables } = JSON.parse(body.toString()) as { query: string; variables: Asked['variables'] };
    const result = await graphql({ schema: SCHEMA, source: query, variableValues: variables, rootValue: root });
    const reply = { status: 200, body: result, headers: { 'x-shopify-api-version': answered } };
    return result.errors ? { refusal: reply } : { sent: { version, variables }, reply };
  });

  const root = {
    customers({ query, first, sortKey }: Page & { query?: string }) {
      if (first === undefined) throw new Error('you must provide one of first or last');
      if (sortKey !== 'ID') throw new Error('customers are not sorted in tests');
      return {
        nodes: search(query ?? '')
          .slice(0, first)
          .map(customerOf),
      };
    },
  };

  function customerOf({ id }: Customer) {
    return {
      id: `gid://shopify/Customer/${id}`,
      legacyResourceId: String(id),
      orders({ first, reverse, sortKey }: Page) {
        if (first === undefined) throw new Error('you must provide one of first or last');
        const key = (order: Order) => (sortKey === 'CREATED_AT' ? order.created_at : String(order.id));
        const own = shopify.orders
          .filter((order) => order.customer_id === id)
          .toSorted((one, other) => key(one).localeCompare(key(other)) * (reverse ? -1 : 1));
        return { nodes: own.slice(0, first).map(shownOrder) };
      },
    };
  }

  /** `email:"a" OR phone:"b"` */
  function search(query: string): Customer[] {
    const terms = [...query.matchAll(/(email|phone):"((?:[^"\\]|\\.)*)"/g)];
    if (terms.map(([term]) => term).join(' OR ') !== query || terms.length === 0) throw new Error('Invalid search');
    return shopify.customers.filter((customer) =>
      terms.some(([, field, value]) => customer[field as 'email' | 'phone'] === value?.replaceAll(/\\(.)/g, '$1')),
    );
  }

  const shopify: Shopify = Object.assign(server, {
    customers: [] as Customer[],
    orders: [] as Order[],
    refusesLasting: false,
  });
  return shopify;
}

function shownOrder({ id, created_at: createdAt, total_price: amount, email, financial, fulfillment }: Order) {
  const money = { amount, currencyCode: 'EUR' };
  return {
    id: `gid://shopify/Order/${id}`,
    legacyResourceId: String(id),
    name: `#${id}`,
    email: email ?? null,
    createdAt,
    totalPriceSet: { shopMoney: money, presentmentMoney: money },
    currentTotalPriceSet: { shopMoney: { ...money, amount: '0.0' }, presentmentMoney: money },
    displayFinancialStatus: financial ?? null,
    displayFulfillmentStatus: fulfillment ?? 'UNFULFILLED',
  };
}
