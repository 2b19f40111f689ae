import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '../database.ts';
import { killParley, runParley } from '../parley.ts';
import { whileWriting } from './write.ts';
import type { World } from './world.ts';

/** Something that is killed at a moment of its own each time; `finish` brings what was begun to its end. */
export type Act = {
  kill(): Promise<void>;
  finish(): Promise<void>;
};

/** Milliseconds that a command takes until it is known, the part of it that is over before anything is done, and all after that. */
const COMMAND_MS = 600;
const STARTING = 0.3;
const WORK_MS = 100;
/** How much longer it may take than it was known to, and than it was supposed to before it came to its end once. */
const [SLOWER, UNKNOWN] = [1.02, 1.3];
const LOOK_MS = 1;
/** How long the work of a killed command may take a server that does it to its end, on a machine that is busy with other things. */
export const LONGEST_WORK_MS = 300_000;

type Options = {
  /** Where it runs; in the account's place unless given. */
  place?: () => Place;
  /** Whether writers write beside it. */
  beside?: boolean;
  /** Something that changes when it begins to write; unless given, it is killed at any moment. */
  sign?: () => string | Promise<string>;
};

/** A command that writes. */
export function command(world: World, argsOf: () => string[], { place, beside = false, sign }: Options = {}): Act {
  let isKnown = false;
  let usual = sign ? WORK_MS : COMMAND_MS;
  const where = () => place?.() ?? world.account.place;
  return {
    async kill() {
      const before = await sign?.();
      let began = Date.now();
      const over = new AbortController();
      const moment = async () => {
        if (sign) {
          await until(async () => over.signal.aborted || (await sign()) !== before);
          began = Date.now();
        }
        await sleep(usual * ((sign ? 0 : STARTING) + world.random.next()));
      };
      const run = () => killParley(argsOf(), where(), moment, { env: world.settings });
      const signal = await (beside ? whileWriting(world, run) : run());
      over.abort();
      // It came to its end before; or it takes longer than was known.
      usual = signal === null ? Date.now() - began : usual * (isKnown ? SLOWER : UNKNOWN);
      if (signal !== null) return;
      isKnown = true;
      world.tooLate += 1;
    },
    async finish() {
      const { code, stderr } = await runParley(argsOf(), where(), world.settings);
      if (code !== 0) throw new Error(`parley ${argsOf().join(' ')} ended with ${code}: ${stderr}`);
    },
  };
}

/** Resolves when `isSo`, within a millisecond or two. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(LOOK_MS);
}
