import { Box, render, Text } from 'ink';
import { createElement as h } from 'react';
import type { ImportCounts } from '../../resources/contacts/import/import-contacts.ts';
import type { Progress } from './progress.ts';

const WIDTH = 40;

type State = { counts: ImportCounts; rows: number; seconds: number };

/** Draws the bar of an import on standard error; `startedAt`, by performance.now(), is when the import began. */
export function renderBar(startedAt: number): Progress {
  const view = (state: State | null) => (state ? h(Bar, state) : h(Text, null, 'Reading the file ...'));
  const ink = render(view(null), { stdout: process.stderr, patchConsole: false, exitOnCtrlC: true });
  let ended = false;
  return {
    show(counts, rows) {
      if (!ended) ink.rerender(view({ counts, rows, seconds: (performance.now() - startedAt) / 1000 }));
    },
    async end() {
      if (ended) return;
      ended = true;
      ink.unmount();
      await ink.waitUntilExit();
    },
  };
}

/** Two lines: the bar with speed and remaining time, and the numbers of imported and rejected rows. */
function Bar({ counts, rows, seconds }: State) {
  const part = rows === 0 ? 1 : counts.total / rows;
  const speed = counts.total / Math.max(seconds, 0.001);
  const filled = Math.round(part * WIDTH);
  return h(
    Box,
    { flexDirection: 'column' },
    h(
      Text,
      null,
      h(Text, { color: 'green' }, '█'.repeat(filled)),
      h(Text, { dimColor: true }, '░'.repeat(WIDTH - filled)),
      ` ${counts.total.toLocaleString('en')} / ${rows.toLocaleString('en')}`,
      `  ${Math.round(speed).toLocaleString('en')} rows/s`,
      `  ${inWords((rows - counts.total) / speed)} left`,
    ),
    h(
      Text,
      null,
      `created ${counts.created.toLocaleString('en')}  updated ${counts.updated.toLocaleString('en')}`,
      `  unchanged ${counts.unchanged.toLocaleString('en')}  `,
      h(Text, counts.failed > 0 ? { color: 'red' } : null, `rejected ${counts.failed.toLocaleString('en')}`),
    ),
  );
}

/** "1:05" of 65 seconds. */
function inWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
