import { refusedSignIn } from '../refused-sign-in.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** The expected confirmation of an assertion; `until` in Unix milliseconds. */
type Expected = { request: string; acs: string; until: number };

/** An element as `xml2js` reads it. */
type Element = { $?: Record<string, string>; [child: string]: unknown };

/**
 * Checks what the library leaves open: that the assertion has one subject, confirmed for who comes to this address with the
 * answer to this request, and in time (SAML 2.0 profiles, 4.1.4.3).
 * @throws AppError `unauthorized`
 */
export function checkConfirmation(document: Record<string, unknown> | undefined, expected: Expected): void {
  const [subject, ...more] = childrenOf(document?.['Assertion'], 'Subject');
  const confirmations = childrenOf(subject, 'SubjectConfirmation').filter(({ $ }) => $?.['Method'] === BEARER);
  const data = confirmations.flatMap((confirmation) => childrenOf(confirmation, 'SubjectConfirmationData'));
  const isConfirmed = more.length === 0 && data.some(({ $ }) => confirms($, expected));
  if (!isConfirmed) throw refusedSignIn('the assertion is not for this sign-in, or no longer');
}

function confirms(data: Element['$'], { request, acs, until }: Expected): boolean {
  if (data?.['InResponseTo'] !== request || data['Recipient'] !== acs || data['NotBefore'] !== undefined) return false;
  const end = Date.parse(data['NotOnOrAfter'] ?? '');
  return end > until;
}

function childrenOf(element: unknown, name: string): Element[] {
  const children = (element as Element | undefined)?.[name];
  return Array.isArray(children) ? (children as Element[]) : [];
}
