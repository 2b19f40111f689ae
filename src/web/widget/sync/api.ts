import { sendRequest } from '../../kit/request.ts';

export type RequestOptions = {
  body?: object;
  query?: Record<string, string | number>;
  /** Names the write, so that repeating it changes nothing. */
  key?: string;
  signal?: AbortSignal;
};

export type Api = {
  /** The address of a path, and the headers that its requests need. */
  addressOf: (path: string) => string;
  headersOf: (key?: string) => Record<string, string>;
  /** @throws RequestError */
  request: <T>(method: string, path: string, options?: RequestOptions) => Promise<T>;
};

/** The widget's requests, below `/api/v1/widget/` of `origin`. The visitor's token is in a header, never in an address. */
export function createApi(origin: string, websiteToken: string, token: () => string | null): Api {
  const addressOf = (path: string, query: Record<string, string | number> = {}) => {
    const parameters = new URLSearchParams({ website_token: websiteToken });
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    return `${origin}/api/v1/widget/${path}?${parameters}`;
  };
  const headersOf = (key?: string): Record<string, string> => {
    const visitor = token();
    return { ...(visitor && { 'X-Auth-Token': visitor }), ...(key && { 'Idempotency-Key': key }) };
  };

  return {
    addressOf,
    headersOf,
    request: (method, path, { query, key, ...sent } = {}) =>
      sendRequest(addressOf(path, query), { method, headers: headersOf(key), credentials: 'omit', ...sent }),
  };
}
