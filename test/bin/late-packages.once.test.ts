import { Script } from 'node:vm';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { bundleLate, LATE_PACKAGES } from '../../bin/late-packages.ts';

describe('the packages that the executable loads late', () => {
  it('export from one script what they export by themselves', async () => {
    const text = await bundleLate('late.js', { bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' });
    const load = new Script(text).runInThisContext() as (require: NodeJS.Require) => Record<string, () => object>;
    const packages = load(createRequire(import.meta.url));

    for (const name of LATE_PACKAGES) {
      const own = Object.keys((await import(name)) as object).filter(
        (each) => !/^(default|module\.exports|__esModule)$/.test(each),
      );
      expect([name, Object.keys(packages[name]?.() ?? {})]).toEqual([name, expect.arrayContaining(own)]);
    }
  });
});
