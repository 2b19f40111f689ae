import { loadViews } from './load-views.ts';
import type { Progress } from './progress.ts';

/** How often a line is written when the output is no terminal. */
const LINE_EVERY_MS = 5000;

/** A progress bar on a terminal, a line every few seconds elsewhere, and nothing when `quiet`. */
export async function openProgress(quiet: boolean): Promise<Progress> {
  if (quiet) return { show: () => {}, end: async () => {} };
  return process.stderr.isTTY ? openBar() : openLines();
}

async function openBar(): Promise<Progress> {
  const { renderBar } = await loadViews();
  return renderBar(performance.now());
}

function openLines(): Progress {
  let writtenAt = performance.now();
  return {
    show({ total, failed }, rows) {
      if (performance.now() - writtenAt < LINE_EVERY_MS) return;
      writtenAt = performance.now();
      process.stderr.write(`${total} of ${rows} rows, ${failed} rejected\n`);
    },
    end: async () => {},
  };
}
