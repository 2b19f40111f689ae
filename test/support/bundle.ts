import { build, type Plugin } from 'esbuild';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');

let making: Promise<string> | undefined;

/**
 * The program and its packages as one script, for all processes of this run to start from: loading a thousand files takes
 * longer than most commands. The files that it reads are those of the repository.
 */
export function bundledProgram(): Promise<string> {
  making ??= makeBundle();
  return making;
}

async function makeBundle(): Promise<string> {
  const bundle = join(tmpdir(), 'parley.cjs');
  if (existsSync(bundle)) return bundle;
  const unfinished = join(tmpdir(), `parley-${process.pid}.cjs`);
  await build({
    entryPoints: [join(ROOT, 'src/cli/main.ts')],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: `node${process.versions.node}`,
    // The database knows entities by the names of their classes.
    keepNames: true,
    external: ['pg-native', 'tinyglobby', 'dataloader', 'better-sqlite3'],
    plugins: [inPlace],
    banner: { js: "const MODULE_URL = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'MODULE_URL' },
    logLevel: 'error',
  });
  renameSync(unfinished, bundle);
  return bundle;
}

/** Lets each file know where it is, and what is imported late be loaded from there. */
const inPlace: Plugin = {
  name: 'in place',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(\.\/views\.ts|better-sqlite3)$/ }, ({ path }) => ({
      path:
        path === './views.ts' ? join(ROOT, 'src/cli/ui/views.ts') : join(ROOT, 'node_modules', path, 'lib/index.js'),
      external: true,
    }));
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};
