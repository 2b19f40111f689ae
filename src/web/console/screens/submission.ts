import { type Signal, signal } from '../../kit/signals.ts';

/** A form that is sent: whether it is on its way, and why it was refused. */
export type Submission = {
  isSending: Signal<boolean>;
  /** '' = nothing is wrong. */
  problem: Signal<string>;
  /** Sends it once at a time; `reason` says why it was refused. */
  run: (work: () => Promise<void>, reason: (error: unknown) => string) => Promise<void>;
};

export function createSubmission(): Submission {
  const isSending = signal(false);
  const problem = signal('');
  return {
    isSending,
    problem,
    async run(work, reason) {
      if (isSending.peek()) return;
      isSending.value = true;
      problem.value = '';
      try {
        await work();
      } catch (error) {
        problem.value = reason(error);
      } finally {
        isSending.value = false;
      }
    },
  };
}
