import { Script } from 'node:vm';
import { useAsset } from '../../src/assets.ts';

/** The names of the scripts with late packages, which bin/late-packages.ts makes. */
export const LATE = 'dist/late.js';
export const LATE_FORMS = 'dist/late-forms.js';

type Loaders = Record<string, () => unknown>;
const scripts = new Map<string, Loaders>();

/** What the package exports. Its script is read and evaluated when the first of the script's packages is imported. */
export function latePackage(script: string, name: string): unknown {
  return scripts.getOrInsertComputed(script, readLoaders)[name]?.();
}

/** The script is a function of `require`; its text is ASCII. */
function readLoaders(name: string): Loaders {
  const text = useAsset(name, (bytes) => Buffer.from(bytes.buffer).toString('latin1'));
  const script = new Script(text, { filename: name }).runInThisContext() as (load: NodeJS.Require) => Loaders;
  return script(require);
}
