import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Imports a stylesheet as its text, minified, because pages that forbid inline styles allow constructed ones. */
export function stylesAsText(minify: (css: string, path: string) => Promise<string>): Plugin {
  return {
    name: 'styles as text',
    setup({ onLoad }) {
      onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const text = await minify(await readFile(path, 'utf8'), path);
        return { contents: text.trim(), loader: 'text' };
      });
    },
  };
}

/**
 * Imports JSON as a single value; esbuild would also export each key, which doubles the size. What the texts of a language lack is
 * English.
 */
export const jsonAsOne: Plugin = {
  name: 'JSON as one value',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, async ({ path }) => ({
      contents: `export default ${await wholeJson(path)}`,
      loader: 'js',
    }));
  },
};

async function wholeJson(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  if (basename(dirname(path)) !== 'locales') return text;
  const own = JSON.parse(text) as object;
  const english = JSON.parse(await readFile(join(dirname(path), 'en.json'), 'utf8')) as object;
  const isWhole = Object.keys(english).every((key) => key in own);
  return isWhole ? text : JSON.stringify({ ...english, ...own });
}

/** Marks the modules that are imported later. */
export const LATER = '?later';

/**
 * Makes each later module import the entry, and the entry the `shared` modules, so that the entry is a single file, smaller and
 * sooner loaded than two files with shared and other parts. After a failed load, only the failed module is requested again.
 */
export function needEntry(entry: string, shared: string[]): Plugin {
  return {
    name: 'need the entry',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.tsx?$/ }, ({ kind, path, resolveDir }) =>
        kind === 'dynamic-import' ? { path: join(resolveDir, path), suffix: LATER } : undefined,
      );
      onLoad({ filter: /\.tsx?$/ }, async ({ path, suffix }) => {
        const needed = suffix === LATER ? [entry] : path === entry ? shared : [];
        if (needed.length === 0) return undefined;
        const imports = needed.map((one) => `import ${JSON.stringify(one)};\n`).join('');
        const contents = imports + (await readFile(path, 'utf8'));
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

/**
 * Puts `import.meta.again` of src/web/kit/later.ts behind the addresses of what is imported later, where esbuild takes no
 * more than a text.
 */
export const askAgain: Plugin = {
  name: 'ask again',
  setup({ onEnd }) {
    onEnd(({ outputFiles = [] }) => {
      for (const file of outputFiles) {
        if (!file.text.includes('import.meta.again=')) continue;
        const text = file.text.replaceAll(/(?<=\bimport\("[^"]+")(?=\))/g, '+import.meta.again');
        file.contents = new TextEncoder().encode(text);
      }
    });
  },
};
