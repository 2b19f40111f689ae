import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Esbuild from 'esbuild';
import type { BuildOptions, BuildResult, Metafile } from 'esbuild';
import { askAgain, jsonAsOne, LATER, needEntry, stylesAsText } from './plugins.ts';

/** A file for browsers: its path below /packs, `js/sdk.js`, and its bytes. */
export type WebFile = { path: string; bytes: Uint8Array };

/** An app of a page. */
export type BundledApp = {
  /** The scripts that its page begins with: the entry, and what it imports at once. */
  scripts: string[];
  /** The scripts that it loads when they are needed, each with its file in src/web. */
  lazy: { path: string; source: string }[];
  /** The stylesheets in `scripts`, minified, as one text. */
  styles: string;
};

/** What is bundled of src/web. */
export type WebBundle = {
  files: WebFile[];
  /** In the frame of a website. */
  widget: BundledApp;
  /** Where a team works. */
  console: BundledApp;
  /** The path of the script that browsers run for the console while no page of it is open. */
  worker: string;
  /** The path of the script between the console and the frames of dashboard apps. */
  apps: string;
  /** The parts of the script of a website that are loaded when they are needed: the first one with the frame. */
  parts: string[];
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
type Bundled = BuildResult<{ write: false; metafile: true }>;

/** The apps, each by its entry, with the modules needed by several of its later imports. */
const APPS = {
  widget: { entry: 'src/web/widget/main.tsx', shared: ['src/markdown/link-to.ts', 'src/web/widget/views/begin.ts'] },
  console: { entry: 'src/web/console/main.tsx', shared: [] },
} as const;
/** Has V8 compile all functions of a script while it loads, in another thread than that of the page. */
const COMPILE_ALONGSIDE = '//# allFunctionsCalledOnLoad';

const HASHED: BuildOptions = { format: 'esm', entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]' };

/**
 * Bundles src/web with esbuild, which the executable lacks: the build does it there. Every name has a hash of what is in
 * the file, but for the script that pages of customers load.
 */
export async function bundleWeb(): Promise<WebBundle> {
  const { build, transform } = createRequire(ROOT)('esbuild') as typeof Esbuild;
  /** Each minified, by its path. */
  const sheets = new Map<string, string>();
  const styles = stylesAsText(async (css, path) => {
    const { code } = await transform(css, { loader: 'css', minify: true, target: 'es2022' });
    sheets.set(relative(ROOT, path), code);
    return code;
  });
  const bundle = (options: BuildOptions): Promise<Bundled> =>
    build({
      ...options,
      absWorkingDir: ROOT,
      outdir: 'packs/js',
      write: false,
      metafile: true,
      bundle: true,
      minify: true,
      platform: 'browser',
      target: 'es2022',
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'error',
      plugins: [styles, ...(options.plugins ?? [])],
    });

  const bundleApp = (name: keyof typeof APPS): Promise<Bundled> => {
    const { entry, shared } = APPS[name];
    const needed = shared.map((path) => join(ROOT, path));
    return bundle({
      ...HASHED,
      entryPoints: { [name]: entry },
      splitting: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      plugins: [jsonAsOne, needEntry(join(ROOT, entry), needed), askAgain],
    });
  };
  const apps = Promise.all([bundleApp('widget'), bundleApp('console')]);
  // Each has the name of the next one in it.
  const more = await bundle({ ...HASHED, entryPoints: { more: 'src/web/sdk/talk/more.ts' } });
  const talk = await bundle({
    ...HASHED,
    entryPoints: { talk: 'src/web/sdk/talk/talk.ts' },
    define: { MORE: JSON.stringify(pathOf(more)) },
  });
  const sdk = await bundle({
    entryPoints: { sdk: 'src/web/sdk/main.ts' },
    format: 'iife',
    define: { TALK: JSON.stringify(pathOf(talk)) },
    banner: { js: COMPILE_ALONGSIDE },
  });
  const worker = await bundle({ ...HASHED, entryPoints: { worker: 'src/web/console/aware/worker.ts' } });
  const relay = await bundle({ ...HASHED, entryPoints: { apps: 'src/web/console/apps/relay.ts' } });
  const [widget, desk] = await apps;
  const [ofWidget, ofConsole] = [
    readApp(widget.metafile, APPS.widget.entry, sheets),
    readApp(desk.metafile, APPS.console.entry, sheets),
  ];
  const empty = [...ofWidget.empty, ...ofConsole.empty];
  return {
    files: [sdk, talk, more, worker, relay, widget, desk].flatMap(filesOf).filter(({ path }) => !empty.includes(path)),
    widget: ofWidget.app,
    console: ofConsole.app,
    worker: pathOf(worker),
    apps: pathOf(relay),
    parts: [talk, more].map(pathOf),
  };
}

const pathIn = (output: string) => `js/${basename(output)}`;

function filesOf({ outputFiles }: Bundled): WebFile[] {
  return outputFiles.map(({ path, contents }) => ({ path: pathIn(path), bytes: contents }));
}

/** Of the only file. */
const pathOf = (bundled: Bundled): string => filesOf(bundled)[0]?.path ?? '';

/** An app by the outputs of its entry; `empty` scripts do nothing but import others. */
function readApp(
  { outputs }: Metafile,
  entry: string,
  sheets: ReadonlyMap<string, string>,
): { app: BundledApp; empty: string[] } {
  const found = new Set(Object.keys(outputs).filter((output) => outputs[output]?.entryPoint === entry));
  for (const output of found) {
    const imports = outputs[output]?.imports ?? [];
    for (const { path, kind } of imports) if (kind === 'import-statement') found.add(path);
  }
  const inputsOf = (output: string) => Object.entries(outputs[output]?.inputs ?? {});
  const isEmpty = (output: string) => inputsOf(output).every(([, { bytesInOutput }]) => bytesInOutput === 0);
  const [empty = [], full = []] = [true, false].map((wanted) =>
    [...found].filter((output) => isEmpty(output) === wanted),
  );
  const lazy = Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint === undefined || entryPoint === entry
      ? []
      : [{ path: pathIn(path), source: entryPoint.replace(LATER, '') }],
  );
  const styles = full.flatMap((output) => inputsOf(output).map(([path]) => sheets.get(path) ?? '')).join('');
  return { app: { scripts: full.map(pathIn), lazy, styles }, empty: empty.map(pathIn) };
}
