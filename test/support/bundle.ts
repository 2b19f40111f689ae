import { build, type BuildOptions, type Plugin } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { callersUnread } from '../../bin/callers-unread.ts';
import { inAscii } from '../../bin/in-ascii.ts';

const ROOT = join(import.meta.dirname, '../..');

let making: Promise<string> | undefined;

/**
 * The program and its packages as one script, for all processes of this run to start from: loading a thousand files takes
 * longer than most commands. The files that it reads are those of the repository. Returns what starts it.
 */
export function bundledProgram(): Promise<string> {
  making ??= makeBundle();
  return making;
}

async function makeBundle(): Promise<string> {
  const folder = join(tmpdir(), 'program');
  const start = join(folder, 'start.cjs');
  if (existsSync(start)) return start;
  mkdirSync(folder, { recursive: true });
  await bundle(join(folder, 'parley.cjs'), {
    entryPoints: [join(ROOT, 'src/cli/main.ts')],
    minify: true,
    legalComments: 'none',
    external: ['pg-native', 'tinyglobby', 'dataloader'],
    plugins: [callersUnread, defaultsAsJson, addonFound, inPlace],
    // A function, as start-program.ts calls it: its text is not made longer, and so copied, at each start.
    banner: {
      js: "(function (require, __filename) {const MODULE_URL = require('node:url').pathToFileURL(__filename).href;",
    },
    footer: { js: '})' },
    define: { 'import.meta.url': 'MODULE_URL' },
  });
  // Written last: where this file is, the others are.
  await bundle(start, {
    entryPoints: [join(ROOT, 'test/support/programs/start-program.ts')],
    define: { 'import.meta.dirname': '__dirname' },
  });
  return start;
}

/** Other processes may make the same file, and use it, at the same time. */
async function bundle(file: string, options: BuildOptions): Promise<void> {
  const { outputFiles } = await build({
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: `node${process.versions.node}`,
    logLevel: 'error',
    write: false,
    outfile: file,
    ...options,
  });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, inAscii(outputFiles![0]!.text));
  renameSync(unfinished, file);
}

/** Gives each file its own address. What draws on terminals stays outside: it cannot be in such a script, and no test uses it. */
const inPlace: Plugin = {
  name: 'in place',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\/views\.ts$/ }, () => ({ path: join(ROOT, 'src/cli/ui/views.ts'), external: true }));
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};

/** Has the default settings read as JSON, as in the executable. */
const defaultsAsJson: Plugin = {
  name: 'defaults as JSON',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/config\/defaults\.ts$/ }, () => {
      const settings = JSON.stringify(parse(readFileSync(join(ROOT, 'config/default.yaml'), 'utf8')));
      return { contents: `export const defaults = () => JSON.parse(${JSON.stringify(settings)});`, loader: 'ts' };
    });
  },
};

/**
 * Names the addon of SQLite, as the executable does. The package finds out with which library of C Node.js was built, by a report
 * for which the lines of the program are counted.
 */
const addonFound: Plugin = {
  name: 'addon found',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.node$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /\/better-sqlite3\/lib\/binding\.js$/ }, ({ path }) => {
      const { getPrebuildPath } = createRequire(path)(path) as { getPrebuildPath(): string };
      return { contents: `exports.getBinding = () => require(${JSON.stringify(getPrebuildPath())});` };
    });
  },
};
