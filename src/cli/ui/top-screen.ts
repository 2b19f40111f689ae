import { Box, render, Text, useInput } from 'ink';
import { createElement as h } from 'react';
import type { Row } from '../top/rows.ts';
import { ROW_WIDTH, type TopScreen, type TopView } from './top.ts';

/** Draws the figures in their place again and again; `onQuit` is called when q or Escape is pressed. */
export function renderTop(onQuit: () => void): TopScreen {
  const ink = render(h(Screen, { view: null, onQuit }), { patchConsole: false, exitOnCtrlC: true });
  void ink.waitUntilExit().then(onQuit);
  return {
    show: (view) => ink.rerender(h(Screen, { view, onQuit })),
    async end() {
      ink.unmount();
      await ink.waitUntilExit();
    },
  };
}

function Screen({ view, onQuit }: { view: TopView | null; onQuit: () => void }) {
  return h(
    Box,
    { flexDirection: 'column' },
    view ? h(Text, { bold: true }, view.title) : h(Text, { dimColor: true }, 'Asking the server ...'),
    view && h(Text, null, ' '),
    ...(view?.rows ?? []).map((row) => h(Line, { key: row.name, row })),
    view?.problem ? h(Text, { color: 'red' }, view.problem) : null,
    process.stdin.isTTY ? h(Keys, { onQuit }) : null,
  );
}

function Line({ row: { name, text, isTrouble } }: { row: Row }) {
  return h(
    Box,
    null,
    h(Box, { width: ROW_WIDTH, flexShrink: 0 }, h(Text, { dimColor: true }, name)),
    isTrouble ? h(Text, { color: 'yellow' }, text) : h(Text, null, text),
  );
}

function Keys({ onQuit }: { onQuit: () => void }) {
  useInput((input, key) => {
    if (input === 'q' || key.escape) onQuit();
  });
  return h(Text, { dimColor: true }, 'q quits');
}
