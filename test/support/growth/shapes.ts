/** What a request carries besides its path: a body with its type, further parameters of the query, or a header. */
export type Load = { type?: string; body?: string; query?: string; header?: [name: string, value: string] };

/** Makes a load of about so many bytes. */
export type Shape = (bytes: number) => Load;

function times(bytes: number, each: (index: number) => string, separator = ''): string {
  const parts: string[] = [];
  let length = 0;
  while (length < bytes) {
    const part = each(parts.length);
    parts.push(part);
    length += part.length + separator.length;
  }
  return parts.join(separator);
}

const form = (body: string): Load => ({ type: 'application/x-www-form-urlencoded', body });
const json = (body: string): Load => ({ type: 'application/json', body });
const parts = (body: string): Load => ({ type: 'multipart/form-data; boundary=x', body: `${body}--x--\r\n` });
const part = (name: string, more = '', value = '1') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

/** Shapes of bodies, each of which grows in one way. */
export const BODIES: Record<string, Shape> = {
  'a form with many names': (bytes) => form(times(bytes, (index) => `name${index}=1`, '&')),
  'a form with many names without values': (bytes) => form(times(bytes, (index) => `n${index}`, '&')),
  'a form with one name again and again': (bytes) => form(times(bytes, () => 'a=1', '&')),
  'a form with many names in lists': (bytes) => form(times(bytes, (index) => `a[${index}][b]=1`, '&')),
  'a form with a long value': (bytes) => form(`content=${'x'.repeat(bytes)}`),
  'a form with a long name': (bytes) => form(`${'x'.repeat(bytes)}=1`),
  'a form with many percent-encodings': (bytes) => form(`content=${times(bytes, () => '%41')}`),
  'a form with percent-encodings that are none': (bytes) => form(`content=${times(bytes, () => '%zz')}`),
  'a form with many dots and brackets': (bytes) => form(`${times(bytes, () => 'a.b[c]')}=1`),
  'JSON with many names': (bytes) => json(`{${times(bytes, (index) => `"name${index}":0`, ',')}}`),
  'JSON with one name again and again': (bytes) => json(`{${times(bytes, () => '"name":0', ',')}}`),
  'JSON with many numbers': (bytes) => json(`{"content":[${times(bytes, () => '0', ',')}]}`),
  'JSON with many objects': (bytes) => json(`{"content":[${times(bytes, () => '{"a":{}}', ',')}]}`),
  'JSON that is nested': (bytes) => json(`{"content":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}`),
  'JSON with a long text': (bytes) => json(JSON.stringify({ content: 'x'.repeat(bytes) })),
  'JSON with many escapes': (bytes) => json(`{"content":"${times(bytes, () => String.raw`\u00e9\"`)}"}`),
  'a form with many parts': (bytes) => parts(times(bytes, (index) => part(`name${index}`))),
  'a form with one part again and again': (bytes) => parts(times(bytes, () => part('name'))),
  'a form with many files': (bytes) => parts(times(bytes, () => part('attachments[]', '; filename="a.txt"'))),
  'a form with a long part': (bytes) => parts(part('content', '', 'x'.repeat(bytes))),
};

/** Shapes of what comes before a body, where Node.js takes 16 kB in all. */
export const HEADS: Record<string, Shape> = {
  'a query with many names': (bytes) => ({ query: times(bytes, (index) => `n${index}=1`, '&') }),
  'a query with many names without values': (bytes) => ({ query: times(bytes, () => 'a', '&') }),
  'a query with many percent-encodings': (bytes) => ({ query: `q=${times(bytes, () => '%41')}` }),
  'a query with many brackets': (bytes) => ({ query: `${times(bytes, () => 'a[b]')}=1` }),
  ...Object.fromEntries(
    [
      'accept',
      'accept-language',
      'authorization',
      'content-type',
      'cookie',
      'if-none-match',
      'range',
      'user-agent',
      'x-auth-token',
      'x-forwarded-for',
      'x-hub-signature-256',
      'x-slack-signature',
      'x-twilio-signature',
    ].map((name): [string, Shape] => [
      `a long header ${name}`,
      (bytes) => ({ header: [name, times(bytes, (index) => `a${index}="b" ;c`, ',')] }),
    ]),
  ),
};

/** Shapes that reach the code of a route itself, behind what many routes share. */
export const OF_EACH: ReadonlySet<string> = new Set([
  'a form with many names in lists',
  'JSON with many names',
  'JSON with many numbers',
  'JSON with many objects',
  'JSON with a long text',
  'a query with many names',
  'a query with many names without values',
]);
