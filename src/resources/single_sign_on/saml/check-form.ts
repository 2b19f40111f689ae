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

/** An assertion has about 7,000, and more where it names many groups. */
const MOST_CHARACTERS = 150_000;
/** The time that reading and canonicalizing take grows with the square of these. Each group is an element, with up to three attributes. */
const MOST_ELEMENTS = 1000;
const MOST_ATTRIBUTES = 3000;

/** XML names and prefixes, in any script. */
const NAME = '[^\\s<>/:="\']+';
/** The first status code with its attributes, which contain no "<": unclosed tags take linear time. */
const STATUS_CODE = new RegExp(`<(?:${NAME}:)?StatusCode(\\s[^<>]*)`);

/**
 * Refuses what no provider sends and attacks need, by the text alone, before a parser reads it: what two readers of XML may
 * read differently is not read. Returns the request that it answers.
 * @throws AppError `unauthorized`
 */
export function checkForm(xml: string, acs: string): string {
  if (xml.length > MOST_CHARACTERS) throw refusedSignIn('the answer is too long');
  if (timesIn(xml, /<(?!\/)/g) > MOST_ELEMENTS) throw refusedSignIn('the answer has too many elements');
  if (timesIn(xml, /=\s*["']/g) > MOST_ATTRIBUTES) throw refusedSignIn('the answer has too many attributes');
  if (xml.includes('<!')) throw refusedSignIn('the answer has a DOCTYPE, a comment or CDATA');
  if (xml.replace(/^\s*<\?xml\s/, '').includes('<?')) throw refusedSignIn('the answer has a processing instruction');
  if (countOf(xml, 'Response') !== 1) throw refusedSignIn('it is no answer of a SAML provider');
  const [, rest = ''] = STATUS_CODE.exec(xml) ?? [];
  const [status = ''] = valuesOf(` ${rest}`, 'Value');
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
  return timesIn(xml, new RegExp(`<(?:${NAME}:)?${element}[\\s/>]`, 'g'));
}

const timesIn = (xml: string, pattern: RegExp): number => xml.match(pattern)?.length ?? 0;

/** The values of all attributes with this name in any namespace. */
function valuesOf(xml: string, attribute: string): string[] {
  const found = xml.matchAll(new RegExp(`[\\s:]${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gi'));
  return [...found].map(([, double, single]) => double ?? single ?? '');
}
