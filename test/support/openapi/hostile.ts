import fc from 'fast-check';

// What an attacker sends, or a broken client.

/** A value that breaks rules, databases, parsers, spreadsheets or pages. */
export const hostile = (): fc.Arbitrary<unknown> =>
  fc.oneof(fc.constantFrom<unknown>(...HOSTILE), fc.jsonValue({ maxDepth: 3 }));

/** A hostile text, for a path or a query. */
export const hostileText = (): fc.Arbitrary<string> => fc.constantFrom(...HOSTILE_TEXTS);

/** JSON that is nested too deeply for a recursive function. */
export const deepJson = (): string[] => [nested(5000), `${'['.repeat(20_000)}${']'.repeat(20_000)}`];

/** JSON that is unusual or wrong as text, whatever its values. */
export const hostileJson = (): fc.Arbitrary<string> => fc.constantFrom(...HOSTILE_JSON);

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const POLLUTION = '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"toString":1,"hasOwnProperty":null}';

const HOSTILE_TEXTS = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e309',
  '0x10',
  'NaN',
  '9'.repeat(400),
  '2147483648',
  '9007199254740993',
  '\u0000',
  'a\u0000b',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table contacts; --",
  "' or 1=1 --",
  '%',
  '_',
  String.raw`%\_%`,
  '\\',
  '"',
  '"*" AND NEAR(a b) OR -c:*^',
  'a & b | !c <-> d:*',
  "'a' & !'b'",
  '(((((',
  '*',
  '{"a":',
  '[]',
  '=cmd|calc!A0',
  '<script>alert(1)</script>',
  '{{constructor.constructor("return 1")()}}',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/',
  'javascript:alert(1)',
  'a\r\nX-Injected: 1',
  '👩‍👩‍👧‍👦',
  '‮abc',
  '\uFEFF',
  'İı',
  'x'.repeat(300),
];

const HOSTILE: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  '\ud800',
  'a\udc00b',
  'x'.repeat(200_000),
  null,
  true,
  false,
  0,
  -1,
  -0.5,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  [],
  [[]],
  [null],
  [{}],
  {},
  { length: -1 },
  { toString: 1, valueOf: null },
  JSON.parse(POLLUTION),
  JSON.parse(nested(90)),
  JSON.parse(nested(2000)),
  JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`),
  Array.from({ length: 600 }, () => 'x'),
];

const HOSTILE_JSON = [
  '',
  'null',
  '[]',
  '[1]',
  '"text"',
  '1',
  'true',
  '{',
  '{"a":1}}',
  '{"a":1,"a":2}',
  '{a:1}',
  POLLUTION,
  nested(5000),
  '['.repeat(50_000),
  '{"\u0000":"\u0000"}',
  String.raw`{"\u0000":"\ud800"}`,
  '\uFEFF{}',
  `{"name":${'9'.repeat(500)}}`,
  '{"id":1,"account_id":1,"created_at":0,"role":"administrator","type":"SuperAdmin"}',
];
