import { Script } from 'node:vm';
import { useAsset } from '../../src/assets.ts';

/** The name of the script with the late packages, which bin/late-packages.ts makes. */
export const LATE = 'dist/late.js';

type Loaders = Record<string, () => unknown>;
let loaders: Loaders | null = null;

/** What the package exports. The script is read and evaluated when the first of its packages is imported. */
export function latePackage(name: string): unknown {
  loaders ??= readLoaders();
  return loaders[name]?.();
}

/** The script is a function of `require`; its text is ASCII. */
function readLoaders(): Loaders {
  const text = useAsset(LATE, (bytes) => Buffer.from(bytes.buffer).toString('latin1'));
  const script = new Script(text, { filename: LATE }).runInThisContext() as (load: NodeJS.Require) => Loaders;
  return script(require);
}
