import type { Attributes } from '../../entities/columns.ts';
import { textIn } from '../render-text.ts';
import { objectIn } from './hosts.ts';

/** Codes of temporary errors: limits of the number and of the account, and faults of the service. */
const PASSING = [1, 2, 4, 80007, 130429, 131000, 131016, 131056, 131057, 133004];
/** The key is wrong, has expired, or lacks a permission; those from 200 to 299 say which one. */
const LOGIN = [0, 3, 10, 190];
/** The template does not exist, has been paused or disabled, or has other places for values. */
const TEMPLATE = [132000, 132001, 132005, 132007, 132012, 132015, 132016];

/** The cause of an error by https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes; null = the request itself. */
export function meaningOf(code: number | null): 'passing' | 'login' | 'template' | null {
  if (code === null) return null;
  if (PASSING.includes(code)) return 'passing';
  if (TEMPLATE.includes(code)) return 'template';
  return LOGIN.includes(code) || (code >= 200 && code < 300) ? 'login' : null;
}

/** The error in an answer or in an entry of its `errors`. `code` null, `text` '' = there is none. */
export function errorIn(body: Attributes): { code: number | null; text: string } {
  const [first] = Array.isArray(body['errors']) ? body['errors'] : [];
  const error = objectIn(body['error'] ?? first);
  const details = textIn(objectIn(error['error_data']), 'details') || textIn(error, 'details');
  // 360dialog says what it refuses itself in `meta`.
  const said =
    textIn(error, 'message') || textIn(error, 'title') || textIn(objectIn(body['meta']), 'developer_message');
  const { code } = error;
  return {
    code: typeof code === 'number' ? code : null,
    text: details === '' || details === said ? said : `${said}: ${details}`,
  };
}
