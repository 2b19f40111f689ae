import { refusedSignIn } from '../refused-sign-in.ts';

/** RSA with SHA-256 or SHA-512, over the one element that has the signature. */
const ALGORITHMS = [
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];

/** Reading XML takes a time that grows with the square of its tags; an answer has about 60, and two more for each group. */
const MOST_TAGS = 1500;

/**
 * Refuses what no provider sends and attacks need, by the text alone, before a parser reads it: what two readers of XML may
 * read differently is not read. Returns the request that it answers.
 * @throws AppError `unauthorized`
 */
export function checkForm(xml: string, acs: string): string {
  if (xml.split('<', MOST_TAGS + 2).length > MOST_TAGS + 1) {
    throw refusedSignIn(`the answer has more than ${MOST_TAGS} tags: have the provider send fewer groups`);
  }
  if (xml.includes('<!')) throw refusedSignIn('the answer has a DOCTYPE, a comment or CDATA');
  if (xml.replace(/^\s*<\?xml\s/, '').includes('<?')) throw refusedSignIn('the answer has a processing instruction');
  if (countOf(xml, 'Response') !== 1) throw refusedSignIn('it is no answer of a SAML provider');
  const status = /<(?:[\w.-]+:)?StatusCode\s[^<>]*?Value=["']([^"']*)/.exec(xml)?.[1] ?? '';
  if (!status.endsWith(':Success')) throw refusedSignIn(`the provider says ${status.split(':').at(-1)}`);
  if (countOf(xml, 'EncryptedAssertion') > 0) throw refusedSignIn('the assertion is encrypted');
  if (countOf(xml, 'Assertion') !== 1) throw refusedSignIn('the answer does not have one assertion');
  const ids = valuesOf(xml, 'ID');
  if (new Set(ids).size !== ids.length) throw refusedSignIn('an ID occurs twice in the answer');
  const algorithm = valuesOf(xml, 'Algorithm').find((one) => !ALGORITHMS.includes(one));
  if (algorithm !== undefined) throw refusedSignIn(`the algorithm ${algorithm} is not taken`);
  const elsewhere = [...valuesOf(xml, 'Destination'), ...valuesOf(xml, 'Recipient')].find((one) => one !== acs);
  if (elsewhere !== undefined) throw refusedSignIn(`the answer is for ${elsewhere}`);
  const [request = '', ...others] = new Set(valuesOf(xml, 'InResponseTo'));
  if (request === '' || others.length > 0) throw refusedSignIn('it was not begun at this server');
  return request;
}

function countOf(xml: string, element: string): number {
  return [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${element}[\\s/>]`, 'g'))].length;
}

/** The values of all attributes of this name, in any namespace. */
function valuesOf(xml: string, attribute: string): string[] {
  const found = xml.matchAll(new RegExp(`[\\s:]${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gi'));
  return [...found].map(([, double, single]) => double ?? single ?? '');
}
