import { LATE, LATE_FORMS } from './executable/late-script.ts';
import { build, type BuildOptions, type OutputFile, type Plugin } from 'esbuild';

/**
 * Packages that only some servers need, and only once they have mail to read, somebody to sign in or a form to read, by the script
 * that each is in. They are scripts of their own, because V8 keeps the text of a script in memory as long as any function of it may
 * be called.
 */
export const LATE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  [LATE]: [
    '@node-saml/node-saml',
    'iconv-lite',
    'nodemailer',
    'nodemailer/lib/addressparser',
    'nodemailer/lib/mail-composer',
    'nodemailer/lib/shared',
    'nodemailer/lib/smtp-connection',
    'openid-client',
    'postal-mime',
    'smtp-server',
    'web-push',
  ],
  [LATE_FORMS]: ['formidable', 'koa-body'],
};

const scriptOf = (name: string) => Object.keys(LATE_PACKAGES).find((script) => LATE_PACKAGES[script]?.includes(name));

/**
 * For the script of the program: has these packages come from the scripts that `bundleLate` makes. Only dynamic imports may name
 * them.
 */
export const latePackages: Plugin = {
  name: 'late packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
      if (kind !== 'dynamic-import' || scriptOf(path) === undefined) return;
      return { path, namespace: 'late' };
    });
    onLoad({ filter: /./, namespace: 'late' }, async ({ path }) => ({
      contents: await moduleOf(path),
      resolveDir: import.meta.dirname,
    }));
  },
};

/** A module with all exports of the package. A CommonJS package is its own default export, as in Node.js. */
async function moduleOf(name: string): Promise<string> {
  const names = Object.keys((await import(name)) as object).filter((each) => /^[A-Za-z_$][\w$]*$/.test(each));
  const named = names.filter((each) => each !== 'default' && each !== '__esModule');
  return `import { latePackage } from './executable/late-script.ts';
const all = latePackage(${JSON.stringify(scriptOf(name))}, ${JSON.stringify(name)});
export default all.__esModule && 'default' in all ? all.default : all;
${named.map((each) => `const late_${each} = all.${each}; export { late_${each} as ${each} };`).join('\n')}`;
}

/** Bundles its packages into the script, a function of `require` that gives for each name what loads it. Gives the files, unwritten. */
export async function bundleLate(script: string, usual: BuildOptions): Promise<OutputFile[]> {
  const names = LATE_PACKAGES[script] ?? [];
  const loaders = names.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
  const { outputFiles } = await build({
    ...usual,
    stdin: { contents: `module.exports = { ${loaders.join(', ')} };`, resolveDir: '.', sourcefile: 'late.js' },
    outfile: script,
    write: false,
    banner: { js: `(function (require) { const module = { exports: {} }; let { exports } = module;` },
    footer: { js: 'return module.exports; })' },
  });
  return outputFiles ?? [];
}
