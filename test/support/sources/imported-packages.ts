import { build } from 'esbuild';

/**
 * The packages that the program imports from the file `entry` on, at once or later, types left out: each with the files that
 * import it.
 */
export async function importedPackages(entry: string, root: string): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
    outdir: 'nowhere',
    logLevel: 'error',
  });
  const pairs = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
    imports.filter(({ external }) => external).map(({ path }) => [packageOf(path), file] as const),
  );
  const byPackage = Map.groupBy(pairs, ([name]) => name);
  return new Map([...byPackage].map(([name, all]) => [name, all.map(([, file]) => file)]));
}

/** "csv-parse" of "csv-parse/sync", "@koa/router" of itself. */
const packageOf = (path: string) => /^(@[^/]+\/)?[^/]+/.exec(path)![0];
