import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useDatabase } from '../database.ts';

type Circus = (
  globalConfig: unknown,
  config: { displayName?: { name: string } },
  environment: unknown,
  runtime: unknown,
  testPath: string,
) => Promise<unknown>;

/**
 * Runs a suite as Jest's own runner does, but in the process of the worker rather than in a VM of its own: the program is
 * then loaded once for all suites of a worker, and a server that one of them started can serve all. A number in its
 * address makes Node.js load each suite by itself; the modules that suites import are shared. Tests are not reported one
 * by one, which takes a twentieth of the work of a run, but with their suite.
 */
const runNatively: Circus = async (globalConfig, config, environment, _runtime, testPath) => {
  suite += 1;
  useDatabase(config.displayName?.name);
  retryInBrowser(testPath);
  const result = await circus(globalConfig, config, environment, nativeRuntime(), testPath);
  // For the next worker, which may begin long before this one ends.
  flushCompileCache();
  return result;
};

export default runNatively;

let suite = 0;
const BROWSER_TESTS = join('test', 'web', '/');
/** What `jest.retryTimes` sets, which a suite that runs here cannot call. */
const RETRY_TIMES = Symbol.for('RETRY_TIMES');
const LOG_ERRORS_BEFORE_RETRY = Symbol.for('LOG_ERRORS_BEFORE_RETRY');
/** What `@jest/globals` exports to the suite that runs. */
const JEST_GLOBALS = Symbol.for('parley.jest-globals');

const require = createRequire(import.meta.url);
const { default: circus } = require('jest-circus/runner') as { default: Circus };
const GLOBALS_MODULE = pathToFileURL(join(import.meta.dirname, 'jest-globals.ts')).href;

// A worker that is told to end stops listening to Jest, but would keep running as long as apps listen for requests.
process.on('removeListener', (event) => {
  if (event === 'message' && process.send) process.exit();
});

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: `${GLOBALS_MODULE}?suite=${suite}`, shortCircuit: true }
      : next(specifier, context),
});

/**
 * Lets a test of `test/web` that failed run once more, and prints why it did: on a machine that is short of time, a browser
 * draws later than such a test looks. All other tests have one try.
 */
function retryInBrowser(testPath: string): void {
  const isInBrowser = testPath.includes(BROWSER_TESTS);
  Object.assign(globalThis, { [RETRY_TIMES]: isInBrowser ? 1 : 0, [LOG_ERRORS_BEFORE_RETRY]: isInBrowser });
}

/** What Jest's runner asks of the runtime that loads modules. */
function nativeRuntime() {
  return {
    /** Loaded again for each suite, since the module holds the suite's tests. */
    requireInternalModule(path: string): unknown {
      delete require.cache[path];
      return require(path);
    },
    requireModule: (path: string): unknown => require(path),
    setGlobalsForRuntime: (globals: object) => Object.assign(globalThis, { [JEST_GLOBALS]: globals }),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path: string) => import(`${pathToFileURL(path).href}?suite=${suite}`),
    enterTestCode() {},
    leaveTestCode() {},
  };
}
