import { sendRequest } from '../../kit/request.ts';
import { sendForm } from '../../kit/send-form.ts';

export type ConsoleRequest = {
  query?: URLSearchParams | Record<string, string>;
  body?: object;
  /** The `Idempotency-Key` of a write. */
  key?: string;
  signal?: AbortSignal;
  /** The longest time that the answer may take. */
  limitMs?: number;
};

export type ConsoleForm = {
  form: FormData;
  /** The `Idempotency-Key`. */
  key: string;
  signal: AbortSignal;
  /** Hears how much of it is sent, 0 to 1. */
  sent: (share: number) => void;
};

export type ConsoleApi = {
  /** Sends a request below the account. @throws RequestError */
  request: <T>(method: string, path: string, options?: ConsoleRequest) => Promise<T>;
  /** Sends a request for a whole path, `/app/start`. @throws RequestError */
  requestWhole: <T>(method: string, path: string, options?: ConsoleRequest) => Promise<T>;
  /** Posts a form below the account. @throws RequestError */
  postForm: <T>(path: string, form: ConsoleForm) => Promise<T>;
};

/**
 * The console's requests. Browsers send the cookie of the session; `headers` has the token of a program instead. `send` sends
 * forms.
 */
export function createConsoleApi(
  origin: string,
  accountId: number,
  headers: Record<string, string> = {},
  send: typeof sendForm = sendForm,
): ConsoleApi {
  const accountPath = `/api/v1/accounts/${accountId}`;
  const headersOf = (key?: string) => ({
    Accept: 'application/json',
    ...headers,
    ...(key && { 'Idempotency-Key': key }),
  });
  const requestWhole = <T>(
    method: string,
    path: string,
    { query, body, key, signal, limitMs }: ConsoleRequest = {},
  ) => {
    const parameters = query ? `?${new URLSearchParams(query)}` : '';
    return sendRequest<T>(`${origin}${path}${parameters}`, {
      method,
      headers: headersOf(key),
      body,
      credentials: 'same-origin',
      signal,
      limitMs,
    });
  };
  return {
    requestWhole,
    request: (method, path, options) => requestWhole(method, accountPath + path, options),
    postForm: (path, { form, key, signal, sent }) =>
      send(`${origin}${accountPath}${path}`, { form, headers: headersOf(key), signal, sent }),
  };
}
