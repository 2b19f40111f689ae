/**
 * Makes dist/parley, the whole program as one executable file: Node.js with the bundled program, the SQLite addon and the
 * files that src/assets.ts hands out inside.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';

const OUTPUT = 'dist/parley';
const BUNDLE = 'dist/parley.js';
const WORKER = 'dist/shrink-worker.js';
const VIEWS = 'dist/views.js';
const SEA_CONFIG = 'dist/sea.json';
/** What scripts lack that modules have: where they are; and what the require() of a single executable cannot load: addons. */
const BANNER = `const MODULE_URL = require('node:url').pathToFileURL(process.execPath).href;
const __non_webpack_require__ = (path) => {
  const addon = { exports: {} };
  process.dlopen(addon, path);
  return addon.exports;
};`;
const ADDON = `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`;
const DECODER = 'node_modules/@cf-wasm/photon/dist/lib/photon_rs_bg.wasm';

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
await bundle();
await bundleWorker();
await bundleViews();
assemble();
console.log(`${OUTPUT}: ${Math.round(statSync(OUTPUT).size / 1e6)} MB`);

/**
 * The program and its packages as one script, in which what is imported late is still evaluated late. A script rather
 * than a module, because Node.js keeps the compiled code of scripts better: the program starts in a third of the time.
 */
async function bundle(): Promise<void> {
  await build({
    entryPoints: ['src/cli/main.ts'],
    outfile: BUNDLE,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: `node${process.versions.node}`,
    minifySyntax: true,
    minifyWhitespace: true,
    // The database knows entities by the names of their classes.
    keepNames: true,
    legalComments: 'linked',
    // Packages that others would use if they were there, and what is bundled by itself.
    external: ['pg-native', 'tinyglobby', 'dataloader', './views.ts'],
    banner: { js: BANNER },
    define: { 'import.meta.url': 'MODULE_URL' },
    // Asked for its other properties, it is as if packages were absent, and they are.
    logOverride: { 'empty-import-meta': 'silent' },
    logLevel: 'warning',
  });
}

/** What a thread of its own runs (src/pictures/shrink-aside.ts) as one script. */
async function bundleWorker(): Promise<void> {
  await build({
    entryPoints: ['src/pictures/shrink-worker.ts'],
    outfile: WORKER,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: `node${process.versions.node}`,
    minify: true,
    legalComments: 'linked',
    logLevel: 'warning',
  });
}

/** What is drawn on terminals (src/cli/ui/load-views.ts) as one module: ink awaits while it is loaded. */
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

function assemble(): void {
  const texts = ['package.json', WORKER, VIEWS, ...globSync('config/*.yaml'), ...globSync('templates/**/*.*')];
  const sea = {
    main: BUNDLE,
    output: OUTPUT,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // NODE_OPTIONS is for programs that are run by Node.js, and nobody need know that this one is.
    execArgvExtension: 'none',
    // Young objects die young: more room for them costs memory and saves next to nothing here.
    execArgv: ['--max-semi-space-size=8'],
    assets: {
      'better_sqlite3.node': ADDON,
      'photon.wasm': DECODER,
      ...Object.fromEntries(texts.map((path) => [path, path])),
    },
  };
  writeFileSync(SEA_CONFIG, JSON.stringify(sea));
  execFileSync(process.execPath, ['--build-sea', SEA_CONFIG], { stdio: ['ignore', 'ignore', 'inherit'] });
}
