import type { App } from '../../../app.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { AppError, invalid } from '../../../errors.ts';
import { ask, type Reply } from '../../../oauth/ask.ts';
import { findEnabledHook, type HookRow } from '../../hooks/queries.ts';
import { settingsOf } from '../../hooks/settings.ts';
import { refusalOf } from '../refusal-of.ts';

const SERVICE = 'RealtimeKit';

/** The hook with which the account makes video calls. @throws AppError `not_found` when it has none, or it is switched off */
export async function dyteHook(tx: Tx, accountId: number): Promise<HookRow> {
  const hook = await findEnabledHook(tx, accountId, 'dyte');
  if (hook) return hook;
  const detail = 'the account does not use dyte: an administrator sets it up with POST .../integrations/hooks';
  throw new AppError('not_found', 'Integration not found', { detail });
}

/** Asks RealtimeKit of Cloudflare, at `path` of the hook's app, which begins with a slash. */
export function askDyte(
  { config }: App,
  tx: Tx,
  hook: HookRow,
  method: 'GET' | 'POST',
  path: string,
  json?: Attributes,
): Promise<Reply> {
  const { account_id: account, app_id: app, api_token: token } = settingsOf(tx, hook);
  const place = `accounts/${encodeURIComponent(String(account))}/realtime/kit/${encodeURIComponent(String(app))}`;
  const url = `${config.integrations.dyte_url}/client/v4/${place}${path}`;
  return ask(method, url, { headers: { authorization: `Bearer ${token}` }, ...(json && { json }) }, [String(token)]);
}

/** The text under `name` in what was granted. @throws AppError `invalid` or `unavailable`, which says why there is none */
export function textGranted(app: App, reply: Reply, name: string): string {
  if (reply.is !== 'granted') throw refusalOf(app, SERVICE, reply);
  const value = dataIn(reply.body)[name];
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(`${SERVICE} refused`, `${SERVICE} answered without ${name}`);
}

function dataIn({ data }: Attributes): Attributes {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {};
}
