import { randomUUID } from 'node:crypto';
import { faultOf } from '../../db/faults.ts';

/** Claims that may have been kept or not: the connection to the database was lost before it answered. */
export type LostClaims = {
  /** Runs `claim` under a new name. What was lost before is given back first. */
  claim<T>(claim: (name: string) => Promise<T>): Promise<T>;
};

/** `giveBack` gives back what was claimed under the name, if anything was. */
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
