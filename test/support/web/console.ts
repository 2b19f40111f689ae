import { type Console, type ConsoleOptions, createConsole, SNAPSHOT } from '../../../src/web/console/console.ts';
import { RequestError } from '../../../src/web/kit/request.ts';
import type { SentForm } from '../../../src/web/kit/send-form.ts';
import type { Keeper } from '../../../src/web/console/store/keeper.ts';
import type { ListQuery } from '../../../src/web/console/store/list-query.ts';
import { createConsoleApi } from '../../../src/web/console/sync/api.ts';
import { requestStart, type StartAnswer } from '../../../src/web/console/sync/start.ts';
import { joinTabs } from '../../../src/web/console/sync/tabs.ts';

/** All open conversations of the account, the newest first. */
export const ALL: ListQuery = { status: 'all', assignment: 'all', sort: 'last_activity_at_desc' };

export type ConsoleTab = { console: Console; keeper: Keeper };

export type ConsoleTabOptions = {
  url: string;
  token: string;
  accountId: number;
  query?: ListQuery;
  /** Of the browser, which its tabs share. */
  keeper?: Keeper;
  /** Names the browser: tabs of the same name share a socket. */
  browser: string;
};

/** What XMLHttpRequest does in browsers; half of the form is said to be sent before it is. */
export const fetchForm: NonNullable<ConsoleOptions['sendForm']> = async <T>(
  address: string,
  { form, headers, signal, sent }: SentForm,
): Promise<T> => {
  sent(0.5);
  const response = await fetch(address, { method: 'POST', body: form, headers, signal }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => ({}));
  if (!response?.ok) throw new RequestError(response?.status ?? 0, answer);
  return answer as T;
};

/** What a tab shows at first when the browser was there before: the snapshot of that visit, without asking the server. */
export async function reopenConsole({
  url,
  token,
  keeper,
  browser,
  query = ALL,
}: ConsoleTabOptions & { keeper: Keeper }) {
  const start = await keeper.get<StartAnswer>(SNAPSHOT);
  if (!start) throw new Error('the browser has no snapshot');
  const headers = { api_access_token: token };
  return createConsole({
    origin: url,
    start,
    first: { query },
    keeper,
    tabs: joinTabs(browser),
    headers,
    sendForm: fetchForm,
    isSnapshot: true,
  });
}

/** Opens a tab of a browser with the console, without its looks. */
export async function openConsole({
  url,
  token,
  accountId,
  query = ALL,
  keeper = memoryKeeper(),
  browser,
}: ConsoleTabOptions): Promise<ConsoleTab> {
  const headers = { api_access_token: token };
  const api = createConsoleApi(url, accountId, headers);
  const start = await requestStart(api, accountId, { query });
  const first = { query };
  const tabs = joinTabs(browser);
  const console = createConsole({ origin: url, start, first, keeper, tabs, headers, sendForm: fetchForm });
  return { console, keeper };
}

/** What IndexedDB is, in memory: values are copied, and come later. */
export function memoryKeeper(): Keeper {
  const values = new Map<string, unknown>();
  const later = () => new Promise((resolve) => setImmediate(resolve));
  return {
    async get<T>(key: string) {
      await later();
      return structuredClone(values.get(key)) as T | undefined;
    },
    async set(key, value) {
      const copy: unknown = structuredClone(value);
      await later();
      values.set(key, copy);
    },
    async remove(key) {
      await later();
      values.delete(key);
    },
    async change(written, removed = []) {
      const copies = written.map(([key, value]) => [key, structuredClone(value)] as const);
      await later();
      for (const [key, value] of copies) values.set(key, value);
      for (const key of removed) values.delete(key);
    },
    async all<T>(start: string) {
      await later();
      return [...values]
        .filter(([key]) => key.startsWith(start))
        .map(([key, value]) => [key, structuredClone(value) as T]);
    },
    async clear() {
      await later();
      values.clear();
    },
  };
}
