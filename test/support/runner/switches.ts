/** The mechanisms of the program that can be switched off, each by a variable with PARLEY_TEST_NO_ before its name. */
export const SWITCHES = [
  'ATTEMPTS_TOGETHER',
  'COMPILED_CODE',
  'COUNT_WORKER',
  'GROUP_COMMIT',
  'HEADERS_AT_ONCE',
  'KEPT_COUNTS',
  'KEPT_ROWS',
  'KEPT_TEXTS',
  'NARROWED_SCHEMAS',
  'PACKED_PAYLOADS',
  'PIPELINE',
  'PREPARED_QUERIES',
  'PREPARED_STATEMENTS',
  'REMEMBERED_QUERIES',
  'STATEMENTS_AT_ONCE',
  'SYNC_ASIDE',
  'SYNC_AT_ONCE',
  'VALID_AS_GIVEN',
  'WHOLE_PAGES',
] as const;

/** The mechanism of that name. */
export type Switch = (typeof SWITCHES)[number];

const variableOf = (name: Switch) => `PARLEY_TEST_NO_${name}`;

/** Whether the mechanism works in this run of the tests. */
export function isOn(name: Switch): boolean {
  return process.env[variableOf(name)] === undefined;
}

/** The variables that switch these mechanisms off. */
export function without(names: readonly Switch[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [variableOf(name), '1']));
}

/** The variables that this run of the tests has. */
export function switchesOff(): Record<string, string> {
  return without(SWITCHES.filter((name) => !isOn(name)));
}

/** What `open` resolves to, with the mechanism switched off while it opens an app. */
export async function openedWithout<T>(name: Switch, open: () => Promise<T>): Promise<T> {
  const former = process.env[variableOf(name)];
  process.env[variableOf(name)] = '1';
  try {
    return await open();
  } finally {
    if (former === undefined) delete process.env[variableOf(name)];
    else process.env[variableOf(name)] = former;
  }
}
