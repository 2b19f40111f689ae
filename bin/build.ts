/**
 * Makes dist/parley, the whole program as one executable file: Node.js with the bundled program, the SQLite addon and the
 * files that src/assets.ts hands out inside.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const OUTPUT = 'dist/parley';
const BUNDLE = 'dist/parley.js';
const SEA_CONFIG = 'dist/sea.json';
const ADDON = `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`;

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
await bundle();
assemble();
console.log(`${OUTPUT}: ${Math.round(statSync(OUTPUT).size / 1e6)} MB`);

/** The program and its packages as one ES module, in which what is imported late is still evaluated late. */
async function bundle(): Promise<void> {
  await build({
    entryPoints: ['bin/parley.js'],
    outfile: BUNDLE,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    minifySyntax: true,
    minifyWhitespace: true,
    // The database knows entities and migrations by the names of their classes.
    keepNames: true,
    legalComments: 'linked',
    // Packages that others use if they happen to be there.
    external: ['pg-native', 'tinyglobby', 'dataloader'],
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(process.execPath);" },
    logLevel: 'warning',
  });
}

function assemble(): void {
  const texts = ['package.json', ...globSync('config/*.yaml'), ...globSync('templates/**/*.*')];
  const sea = {
    main: BUNDLE,
    mainFormat: 'module',
    output: OUTPUT,
    disableExperimentalSEAWarning: true,
    // NODE_OPTIONS is for programs that are run by Node.js, and this one is not.
    execArgvExtension: 'none',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    assets: { 'better_sqlite3.node': ADDON, ...Object.fromEntries(texts.map((path) => [path, path])) },
  };
  writeFileSync(SEA_CONFIG, JSON.stringify(sea));
  execFileSync(process.execPath, ['--build-sea', SEA_CONFIG], { stdio: ['ignore', 'ignore', 'inherit'] });
}
