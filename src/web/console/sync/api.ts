import { sendRequest } from '../../kit/request.ts';

export type ConsoleRequest = {
  query?: URLSearchParams | Record<string, string>;
  body?: object;
  /** The `Idempotency-Key` of a write. */
  key?: string;
  signal?: AbortSignal;
  /** The longest time that the answer may take. */
  limitMs?: number;
};

export type ConsoleApi = {
  /** Sends a request below the account. @throws RequestError */
  request: <T>(method: string, path: string, options?: ConsoleRequest) => Promise<T>;
  /** Sends a request for a whole path, `/app/start`. @throws RequestError */
  requestWhole: <T>(method: string, path: string, options?: ConsoleRequest) => Promise<T>;
};

/**
 * The console's requests. Browsers send the cookie of the session; `headers` has the token of a program instead.
 */
export function createConsoleApi(origin: string, accountId: number, headers: Record<string, string> = {}): ConsoleApi {
  const requestWhole = <T>(
    method: string,
    path: string,
    { query, body, key, signal, limitMs }: ConsoleRequest = {},
  ) => {
    const parameters = query ? `?${new URLSearchParams(query)}` : '';
    return sendRequest<T>(`${origin}${path}${parameters}`, {
      method,
      headers: { Accept: 'application/json', ...headers, ...(key && { 'Idempotency-Key': key }) },
      body,
      credentials: 'same-origin',
      signal,
      limitMs,
    });
  };
  return {
    requestWhole,
    request: (method, path, options) => requestWhole(method, `/api/v1/accounts/${accountId}${path}`, options),
  };
}
