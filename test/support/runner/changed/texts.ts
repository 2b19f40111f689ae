/** Checks of the whole repository that take a few seconds; they run with every change. */
export const ALWAYS = [
  'test/addresses.once.test.ts',
  'test/architecture.once.test.ts',
  'test/documentation.once.test.ts',
  'test/words.once.test.ts',
];

/** The suites that read files which are no sources, by the beginnings of their paths. Suites that name a file are found by themselves. */
const READERS: readonly [RegExp, ...string[]][] = [
  [/^(README\.md|config\/[\w-]+\.md)$/, 'test/readme.', 'test/http/docs/'],
  [/^config\/(default\.yaml|parley\.service)$/, 'test/cli/config.', 'test/cli/installation.', 'test/cli/systemd/'],
  [/^src\/cable\/README\.md$/, 'test/openapi/frames.'],
  [/^test\/README\.md$/, 'test/promises.', 'test/chatwoot-routes.'],
  [/^package(-lock)?\.json$/, 'test/install/lockfile.', 'test/install/packages', 'test/bin/'],
  [/^(install\.sh|config\/(Containerfile|compose\.yaml))$/, 'test/install/'],
  [/^bin\//, 'test/bin/', 'test/install/'],
  [/^templates\/mail\//, 'test/mail/'],
  [/^templates\/docs\//, 'test/http/docs/', 'test/web/docs/'],
  [/^templates\/help_centre\//, 'test/resources/hc/', 'test/web/hc/'],
  [/^templates\/start\//, 'test/http/start-page.', 'test/web/look/start-page.'],
  [/^templates\/password\//, 'test/resources/auth/', 'test/web/look/password-page.'],
  [/^templates\/survey\//, 'test/resources/csat_survey_responses/', 'test/web/look/pages-for-people.'],
  [/^templates\/(notice|authorization)\//, 'test/resources/authorizations/', 'test/web/look/pages-for-people.'],
  [/^templates\/widget\//, 'test/resources/widget_pages/', 'test/web/host/app.'],
];

/** Whether a suite reads the file, by the list above. */
export function isReader(suite: string, file: string): boolean {
  return READERS.some(([files, ...suites]) => files.test(file) && suites.some((start) => suite.startsWith(start)));
}
