import { createHmac } from 'node:crypto';
import type { Form } from '../../fields/form-text.ts';
import { isSameText } from '../receiving/same-text.ts';

/**
 * Whether Twilio, which knows the token too, has signed a form that it posts to `url`:
 * https://www.twilio.com/docs/usage/security#validating-requests. It signs the address with or without the port.
 */
export function isSignedByTwilio(url: string, form: Form, token: string, signature: string): boolean {
  const fields = form
    .names()
    .toSorted()
    .map((name) => name + valuesOf(form, name).join(name));
  return [...spellingsOf(url)].some((spelling) => {
    const expected = createHmac('sha1', token)
      .update(`${spelling}${fields.join('')}`)
      .digest('base64');
    return isSameText(expected, signature);
  });
}

/** The different values of a field that may be repeated. */
const valuesOf = (form: Form, name: string) => [...new Set(form.valuesOf(name))].toSorted();

const DEFAULT_PORTS: Record<string, string> = { 'https:': '443', 'http:': '80' };

/** The address unchanged, with its port, and without. */
function spellingsOf(url: string): Set<string> {
  const { protocol, hostname, port } = new URL(url);
  const rest = url.slice(url.indexOf('/', protocol.length + 2));
  const start = `${protocol}//${hostname}`;
  return new Set([url, `${start}:${port || DEFAULT_PORTS[protocol]}${rest}`, `${start}${rest}`]);
}
