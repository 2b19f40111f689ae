import { randomUUID } from 'node:crypto';
import { faultOf } from '../../db/faults.ts';

/** Claims that may have been committed or not, because the connection was lost before the database answered. */
export type LostClaims = {
  /**
   * Runs `claim` under a new name, after giving back lost claims.
   * @throws what giving back throws, before `claim` is run, or what `claim` throws
   */
  claim<T>(claim: (name: string) => Promise<T>): Promise<T>;
};

/** `giveBack` must give back what was claimed under the name, if anything. */
export function openLostClaims(giveBack: (name: string) => Promise<void>): LostClaims {
  const lost = new Set<string>();

  return {
    async claim(claim) {
      for (const name of lost) {
        await giveBack(name);
        lost.delete(name);
      }
      const name = randomUUID();
      try {
        return await claim(name);
      } catch (error) {
        if (faultOf(error) !== null) lost.add(name);
        throw error;
      }
    },
  };
}
