import { describe, expect, it } from '@jest/globals';
import { createDrafts } from '../../../../src/web/console/store/drafts.ts';
import { memoryKeeper } from '../../../support/web/console.ts';

describe('drafts', () => {
  it('reach the server in the order in which they were written, however long each takes', async () => {
    const stored: string[] = [];
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const drafts = createDrafts({
      keeper: memoryKeeper(),
      read: async () => null,
      async store(_, text) {
        begun.resolve();
        if (text !== '') await held.promise;
        stored.push(text);
      },
      kept: () => {},
    });

    drafts.write(1, 'reply', 'It is on its way');
    const first = drafts.flush();
    await begun.promise;
    drafts.write(1, 'reply', '');
    const second = drafts.flush();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    held.resolve();
    await Promise.all([first, second]);

    expect(stored).toEqual(['It is on its way', '']);
  });
});
