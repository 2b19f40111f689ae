import { Script } from 'node:vm';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { bundleLate, LATE_PACKAGES } from '../../bin/late-packages.ts';

describe('the packages that the executable loads late', () => {
  it.each(Object.entries(LATE_PACKAGES))('export from %s what they export by themselves', async (file, names) => {
    const usual = {
      bundle: true,
      platform: 'node',
      format: 'cjs',
      legalComments: 'linked',
      logLevel: 'silent',
    } as const;
    const files = await bundleLate(file, usual);
    const [script, licences] = [file, 'LEGAL.txt'].map((end) => files.find(({ path }) => path.endsWith(end))?.text);
    expect(licences).toMatch(/copyright|license/i);
    const load = new Script(script ?? '').runInThisContext() as (
      require: NodeJS.Require,
    ) => Record<string, () => object>;
    const packages = load(createRequire(import.meta.url));

    for (const name of names) {
      // A package may name what it only sets later.
      const own = Object.entries((await import(name)) as object)
        .filter(([each, value]) => value !== undefined && !/^(default|module\.exports|__esModule)$/.test(each))
        .map(([each]) => each);
      expect([name, Object.keys(packages[name]?.() ?? {})]).toEqual([name, expect.arrayContaining(own)]);
    }
  });
});
