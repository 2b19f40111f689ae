/**
 * Builds dist/parley, the program as one executable file: Node.js with the bundled program, the SQLite addon and the
 * files that src/assets.ts reads.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type BuildOptions, type OutputFile, type Plugin } from 'esbuild';
import { parse } from 'yaml';
import { callersUnread } from './callers-unread.ts';
import { compileFunctions } from './executable/compile-functions.ts';
import { bundleWeb } from '../src/web-assets/bundle.ts';
import { brotliName, compressWhole, listOf, WEB_LIST, webName } from '../src/web-assets/web-assets.ts';
import { type Attached, attachFiles } from './executable/attach-files.ts';
import { COMMAND_COMPILED, SERVE_COMPILED } from './executable/compiled-for.ts';
import { PROGRAM } from './executable/program-script.ts';
import { SQLITE_SCHEMA } from '../src/db/migrations/sqlite/create-schema.ts';
import { fileOf, GUIDES } from '../src/http/docs/guides.ts';
import { checkDocs } from './docs-budgets.ts';
import { inAscii } from './in-ascii.ts';
import { bundleLate, LATE_PACKAGES, latePackages } from './late-packages.ts';
import { COMMIT_FILE, commitOf } from '../src/version.ts';
import { checkBudgets } from './web-budgets.ts';

const OUTPUT = 'dist/parley';
const BUNDLE = `dist/${PROGRAM}`;
const RECORDER = 'dist/recorder';
/** The worker threads, each by the script that it becomes. */
const WORKERS = {
  'dist/shrink-worker.js': 'src/pictures/shrink-worker.ts',
  'dist/aside-worker.js': 'src/db/aside/aside-worker.ts',
  'dist/read-mail-worker.js': 'src/channels/email/reading/read-mail-worker.ts',
  'dist/imap-worker.js': 'src/channels/email/imap/aside/imap-worker.ts',
};
const DEFAULTS = 'dist/default.json';
const VIEWS = 'dist/views.js';
const SEA_CONFIG = 'dist/sea.json';
const ATTACHED = 'dist/attached.json';
/**
 * Defines what the script lacks: the module's URL, and a require() that loads addons, which that of a single executable
 * does not.
 */
const BANNER = `const MODULE_URL = require('node:url').pathToFileURL(process.execPath).href;
const __non_webpack_require__ = (path) => {
  const addon = { exports: {} };
  process.dlopen(addon, path);
  return addon.exports;
};`;
const ADDON = `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`;
const DECODER = 'node_modules/@cf-wasm/photon/dist/lib/photon_rs_bg.wasm';

const FOR_NODE: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: `node${process.versions.node}`,
  // Names are short too: with those of the sources, each closure that a request makes would be given its own, at a fifth
  // of the time of all requests.
  minify: true,
  legalComments: 'linked',
  // Two packages bring a list of media types each.
  alias: { 'mime-db': './node_modules/mime-db' },
  // Other properties of import.meta are undefined, which packages handle.
  logOverride: { 'empty-import-meta': 'silent' },
  logLevel: 'warning',
};

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
console.log(checkDocs());
await bundle();
for (const script of Object.keys(LATE_PACKAGES)) writeInAscii(await bundleLate(script, FOR_NODE));
await bundleWorkers();
await bundleViews();
const webFiles = await bundleForBrowsers();
const assets = findAssets();
await assemble('recorder', RECORDER, assets);
await compileFunctions(RECORDER, 'dist');
rmSync(RECORDER);
const compiled = [SERVE_COMPILED, COMMAND_COMPILED].map((name) => [name, join('dist', name)] as const);
const attached = [...assets, ...compiled];
// For test/bench/support/watched.ts, which puts the same together with other settings.
writeFileSync(ATTACHED, JSON.stringify(attached));
await assemble('start', OUTPUT, attached);
console.log(`${OUTPUT}: ${Math.round(statSync(OUTPUT).size / 1e6)} MB`);

/**
 * Bundles the program and its packages into one script, in which dynamic imports are still evaluated late. A script
 * rather than a module, because V8 can keep what it has compiled of a script.
 */
async function bundle(): Promise<void> {
  const { outputFiles } = await build({
    ...FOR_NODE,
    entryPoints: ['src/cli/main.ts'],
    outfile: BUNDLE,
    write: false,
    plugins: [latePackages, callersUnread],
    // Optional packages that are not installed, and what is bundled separately.
    external: ['pg-native', 'tinyglobby', 'dataloader', './views.ts'],
    // A function of `require`, for bin/executable/program-script.ts.
    banner: { js: `(function (require) {${BANNER}` },
    footer: { js: '})' },
    define: { 'import.meta.url': 'MODULE_URL' },
  });
  writeInAscii(outputFiles);
}

/** Writes what esbuild has made: scripts with the licences that belong to them. */
function writeInAscii(files: readonly OutputFile[]): void {
  for (const { path, text } of files) writeFileSync(path, path.endsWith('.js') ? inAscii(text) : text);
}

/** Bundles each worker thread (shrink-aside.ts, aside-thread.ts, read-aside.ts, imap-thread.ts) into one script. */
async function bundleWorkers(): Promise<void> {
  for (const [outfile, entry] of Object.entries(WORKERS)) {
    await build({
      ...FOR_NODE,
      entryPoints: [entry],
      outfile,
      banner: { js: BANNER },
    });
  }
}

/** Bundles the terminal views (src/cli/ui/load-views.ts) into one module, because ink uses top-level await. */
async function bundleViews(): Promise<void> {
  const withoutDevtools: Plugin = {
    name: 'without devtools',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
      onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export default undefined;' }));
    },
  };
  await build({
    entryPoints: ['src/cli/ui/views.ts'],
    outfile: VIEWS,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    minify: true,
    legalComments: 'linked',
    plugins: [withoutDevtools],
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(process.execPath);" },
    logLevel: 'warning',
  });
}

/** Bundles src/web, unless it is larger than it may be. Returns the executable's names for what it wrote to dist. */
async function bundleForBrowsers(): Promise<string[]> {
  const bundle = await bundleWeb();
  console.log(checkBudgets(bundle));
  const files: [string, Uint8Array | string][] = [[WEB_LIST, JSON.stringify(listOf(bundle))]];
  for (const { path, bytes } of bundle.files) {
    files.push([webName(path), bytes], [brotliName(path), await compressWhole(bytes)]);
  }
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join('dist', name)), { recursive: true });
    writeFileSync(join('dist', name), bytes);
  }
  return files.map(([name]) => name);
}

/** The files that ship with the program: the name of each, and where its bytes are. */
function findAssets(): Attached {
  // The variable replaces the repository, for example in a container.
  writeFileSync(COMMIT_FILE, process.env['COMMIT'] || (commitOf('.') ?? ''));
  writeFileSync(DEFAULTS, JSON.stringify(parse(readFileSync('config/default.yaml', 'utf8'))));
  const texts = [
    'package.json',
    'config/default.yaml',
    ...GUIDES.map(fileOf),
    ...Object.keys(WORKERS),
    ...Object.keys(LATE_PACKAGES),
    COMMIT_FILE,
    SQLITE_SCHEMA,
    VIEWS,
    ...globSync('templates/**/*.*'),
  ];
  return [
    [PROGRAM, BUNDLE],
    [`better_sqlite3-${hashOf(ADDON)}.node`, ADDON],
    ['photon.wasm', DECODER],
    ['config/default.json', DEFAULTS],
    ...texts.map((path) => [path, path] as const),
    ...webFiles.map((name) => [name, join('dist', name)] as const),
  ];
}

/** Makes the executable `output`, which begins with `first` of bin/executable and ends with `files`, from what is bundled. */
async function assemble(first: 'recorder' | 'start', output: string, files: Attached): Promise<void> {
  const main = `dist/${first}.js`;
  await build({
    entryPoints: [`bin/executable/${first}.ts`],
    outfile: main,
    bundle: true,
    platform: 'node',
    minify: true,
    logOverride: { 'empty-import-meta': 'silent' },
  });
  const sea = {
    main,
    output,
    disableExperimentalSEAWarning: true,
    // Ignores NODE_OPTIONS, which is meant for other Node.js programs on the machine.
    execArgvExtension: 'none',
    // Most objects are short-lived: a larger young generation costs memory and gains almost nothing here, and nor does a heap of
    // four times what is in use. Each thread of V8 has memory of its own. `gc` is for src/cli/free-after-start.ts.
    // V8 would learn to allocate 10 kB of each request in the old generation, and collect that every two seconds. 8 s after a
    // collection, if nothing is asked, it would throw away what it has optimized, which makes the next thousands of requests slower.
    execArgv: [
      '--max-semi-space-size=8',
      '--expose-gc',
      '--v8-pool-size=2',
      '--heap-growing-percent=60',
      '--no-allocation-site-pretenuring',
      '--memory-reducer-delay-ms=600000',
    ],
  };
  writeFileSync(SEA_CONFIG, JSON.stringify(sea));
  execFileSync(process.execPath, ['--build-sea', SEA_CONFIG], { stdio: ['ignore', 'ignore', 'inherit'] });
  attachFiles(output, files);
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
