import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Esbuild from 'esbuild';
import type { BuildOptions, BuildResult, Metafile } from 'esbuild';
import { askAgain, jsonAsOne, LATER, needEntry, stylesAsText } from './plugins.ts';

/** A file for browsers: its path below /packs, `js/sdk.js`, and its bytes. */
export type WebFile = { path: string; bytes: Uint8Array };

/** What is bundled of src/web. */
export type WebBundle = {
  files: WebFile[];
  /** The scripts that the page of the widget begins with: the entry, and what it imports at once. */
  widget: string[];
  /** The parts of the script of a website that are loaded when they are needed: the first one with the frame. */
  parts: string[];
  /** The scripts that the app loads when they are needed, each with its file in src/web. */
  lazy: { path: string; source: string }[];
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
type Bundled = BuildResult<{ write: false; metafile: true }>;

const WIDGET = 'src/web/widget/main.tsx';
/** Modules needed by several of the later imports. */
const SHARED = ['src/markdown/link-to.ts', 'src/web/widget/views/begin.ts'].map((path) => join(ROOT, path));
/** Has V8 compile all functions of a script while it loads, in another thread than that of the page. */
const COMPILE_ALONGSIDE = '//# allFunctionsCalledOnLoad';

const HASHED: BuildOptions = { format: 'esm', entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]' };

/**
 * Bundles src/web with esbuild, which the executable lacks: the build does it there. Every name has a hash of what is in
 * the file, but for the script that pages of customers load.
 */
export async function bundleWeb(): Promise<WebBundle> {
  const { build, transform } = createRequire(ROOT)('esbuild') as typeof Esbuild;
  const styles = stylesAsText((css) => transform(css, { loader: 'css', minify: true, target: 'es2022' }));
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

  const bundleApp = bundle({
    ...HASHED,
    entryPoints: { widget: WIDGET },
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [jsonAsOne, needEntry(join(ROOT, WIDGET), SHARED), askAgain],
  });
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
  const app = await bundleApp;
  const atOnce = neededAtOnce(app.metafile);
  return {
    files: [...[sdk, talk, more].flatMap(filesOf), ...filesOf(app).filter(({ path }) => !atOnce.empty.includes(path))],
    widget: atOnce.paths,
    parts: [talk, more].map(pathOf),
    lazy: lazyIn(app.metafile),
  };
}

const pathIn = (output: string) => `js/${basename(output)}`;

function filesOf({ outputFiles }: Bundled): WebFile[] {
  return outputFiles.map(({ path, contents }) => ({ path: pathIn(path), bytes: contents }));
}

/** Of the only file. */
const pathOf = (bundled: Bundled): string => filesOf(bundled)[0]?.path ?? '';

/** The output of the widget's entry, and what it imports without waiting; `empty` ones do nothing else than that. */
function neededAtOnce({ outputs }: Metafile): { paths: string[]; empty: string[] } {
  const found = new Set(Object.keys(outputs).filter((output) => outputs[output]?.entryPoint === WIDGET));
  for (const output of found) {
    const imports = outputs[output]?.imports ?? [];
    for (const { path, kind } of imports) if (kind === 'import-statement') found.add(path);
  }
  const isEmpty = (output: string) =>
    Object.values(outputs[output]?.inputs ?? {}).every(({ bytesInOutput }) => bytesInOutput === 0);
  const [empty = [], full = []] = [true, false].map((wanted) =>
    [...found].filter((output) => isEmpty(output) === wanted),
  );
  return { paths: full.map(pathIn), empty: empty.map(pathIn) };
}

function lazyIn({ outputs }: Metafile): { path: string; source: string }[] {
  return Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint === undefined || entryPoint === WIDGET
      ? []
      : [{ path: pathIn(path), source: entryPoint.replace(LATER, '') }],
  );
}
