import { givenProvider, type ProviderReply, type ProviderServer } from './provider-server.ts';

type Customer = { id: number; email: string | null; phone: string | null };
type Order = { id: number; customer_id: number; created_at: string; total_price: string };

/** Stands in for the Admin API of shops, of 2026-10. */
export type Shopify = ProviderServer<{ path: string; query: Record<string, string> }> & {
  customers: Customer[];
  orders: Order[];
  /** Whether tokens without an expiry are refused, as those of public apps are from 2027 on. */
  refusesLasting: boolean;
};

const LASTING =
  '[API] Non-expiring access tokens are no longer accepted for the Admin API. Start using expiring offline tokens: https://shopify.dev/docs/apps';

const refused = (status: number, errors: string): { refusal: ProviderReply } => ({
  refusal: { status, body: { errors } },
});

/** `isGood`: whether the shop has given out this token. */
export async function givenShopify(isGood: (token: string) => boolean): Promise<Shopify> {
  const server = await givenProvider<{ path: string; query: Record<string, string> }>(
    async ({ method, path, headers }) => {
      const { pathname, searchParams } = new URL(path, 'http://shop');
      if (!isGood(String(headers['x-shopify-access-token'] ?? ''))) {
        return refused(401, '[API] Invalid API key or access token (unrecognized login or wrong password)');
      }
      if (shopify.refusesLasting) return refused(403, LASTING);
      const [, shop, what] = /^\/shops\/([^/]+)\/admin\/api\/\d{4}-\d\d\/(.+)$/.exec(pathname) ?? [];
      const query = Object.fromEntries(searchParams);
      if (method !== 'GET' || shop !== 'acme.myshopify.com') return refused(404, 'Not Found');
      const body = what === 'customers/search.json' ? search(query) : what === 'orders.json' ? list(query) : null;
      if (body === null) return refused(404, 'Not Found');
      return { sent: { path: pathname, query }, reply: { status: 200, body } };
    },
  );

  /** `email:"a" OR phone:"b"` */
  function search({ query = '', limit = '50' }: Record<string, string>): object | null {
    const terms = [...query.matchAll(/(email|phone):"((?:[^"\\]|\\.)*)"/g)];
    if (terms.map(([term]) => term).join(' OR ') !== query || terms.length === 0) return null;
    const found = shopify.customers.filter((customer) =>
      terms.some(([, field, value]) => customer[field as 'email' | 'phone'] === value?.replaceAll(/\\(.)/g, '$1')),
    );
    return { customers: found.slice(0, Number(limit)) };
  }

  function list({ customer_id: customer, status }: Record<string, string>): object | null {
    if (status !== 'any') return null;
    const orders = shopify.orders.filter((order) => String(order.customer_id) === customer);
    return {
      orders: orders.map(({ id, created_at, total_price }) => ({ id, created_at, total_price, currency: 'EUR' })),
    };
  }

  const shopify: Shopify = Object.assign(server, {
    customers: [] as Customer[],
    orders: [] as Order[],
    refusesLasting: false,
  });
  return shopify;
}
