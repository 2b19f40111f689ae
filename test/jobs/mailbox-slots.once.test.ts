import { describe, expect, it } from '@jest/globals';
import { openSlots } from '../../src/jobs/mailboxes/slots.ts';

/** Work of an account that lasts until it is ended. */
function workIn(slots: ReturnType<typeof openSlots>, begun: string[], account: number, name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = slots(account, () => {
    begun.push(name);
    return promise;
  });
  return {
    end: async () => {
      resolve();
      await done;
    },
  };
}

describe('the slots of mailboxes', () => {
  it('are not all of one account, and go to who waits the longest and may have one', async () => {
    const slots = openSlots(3, 2);
    const begun: string[] = [];
    const [first] = ['a1', 'a2', 'a3'].map((name) => workIn(slots, begun, 1, name));
    const [second] = ['b1', 'b2'].map((name) => workIn(slots, begun, 2, name));
    const atOnce = [...begun];
    await second!.end();
    const afterB = [...begun];
    await first!.end();

    expect(atOnce).toEqual(['a1', 'a2', 'b1']);
    expect(afterB).toEqual(['a1', 'a2', 'b1', 'b2']);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  });
});
