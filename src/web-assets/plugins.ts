import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Imports a stylesheet as its text, minified, because pages that forbid inline styles allow constructed ones. */
export function stylesAsText(minify: (css: string) => Promise<{ code: string }>): Plugin {
  return {
    name: 'styles as text',
    setup({ onLoad }) {
      onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const { code } = await minify(await readFile(path, 'utf8'));
        return { contents: code.trim(), loader: 'text' };
      });
    },
  };
}

/** Imports JSON as one value; esbuild would export each of its keys besides, which is as much again. */
export const jsonAsOne: Plugin = {
  name: 'JSON as one value',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, async ({ path }) => ({
      contents: `export default ${await readFile(path, 'utf8')}`,
      loader: 'js',
    }));
  },
};

/** Marks the modules that are imported later. */
export const LATER = '?later';

/**
 * Has each module that is imported later import the entry, and the entry what several of those share. Everything that the
 * entry needs is then in one file, which is smaller, and there sooner, than one with what those modules need too beside
 * one with the rest. And a module that could not be loaded is the only one that has to be asked for again.
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
