import { Box, render, Text } from 'ink';
import { createElement as h } from 'react';
import type { Finding } from '../../checks.ts';
import { COLORS, type FindingsView, NAME_WIDTH, STATUS_WIDTH } from './findings.ts';

/** A view that draws the list again for each finding, with "Looking ..." below it until the end. */
export function renderFindings(): FindingsView {
  const findings: Finding[] = [];
  const view = (isOver: boolean) =>
    h(
      Box,
      { flexDirection: 'column' },
      ...findings.map((finding) => h(Line, { key: finding.check, finding })),
      isOver ? null : h(Text, { dimColor: true }, 'Looking ...'),
    );
  const ink = render(view(false), { patchConsole: false, exitOnCtrlC: true });
  return {
    show(finding) {
      findings.push(finding);
      ink.rerender(view(false));
    },
    async end() {
      ink.rerender(view(true));
      ink.unmount();
      await ink.waitUntilExit();
    },
  };
}

/** The status and name of a check, with the finding wrapped in a column of its own. */
function Line({ finding: { check, status, message, advice } }: { finding: Finding }) {
  return h(
    Box,
    null,
    h(Box, { width: STATUS_WIDTH, flexShrink: 0 }, h(Text, { color: COLORS[status] }, status)),
    h(Box, { width: NAME_WIDTH, flexShrink: 0 }, h(Text, null, check)),
    h(
      Box,
      { flexDirection: 'column' },
      h(Text, null, message),
      advice ? h(Text, { dimColor: true }, `→ ${advice}`) : null,
    ),
  );
}
