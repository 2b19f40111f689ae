import { styleText } from 'node:util';
import { COLORS, type FindingsView, NAME_WIDTH, STATUS_WIDTH } from './findings.ts';
import { loadViews } from './load-views.ts';

/** A growing list on a terminal, lines elsewhere, and nothing when `quiet`, because the answer is one document. */
export async function openFindings(quiet: boolean): Promise<FindingsView> {
  if (quiet) return { show: () => {}, end: async () => {} };
  if (!process.stdout.isTTY) return plainLines();
  const { renderFindings } = await loadViews();
  return renderFindings();
}

function plainLines(): FindingsView {
  return {
    show({ check, status, message, advice }) {
      const word = styleText(COLORS[status], status.padEnd(STATUS_WIDTH), { stream: process.stdout });
      const indent = ' '.repeat(STATUS_WIDTH + NAME_WIDTH);
      const lines = [`${word}${check.padEnd(NAME_WIDTH)}${message}`, ...(advice ? [`${indent}-> ${advice}`] : [])];
      process.stdout.write(`${lines.join('\n')}\n`);
    },
    end: async () => {},
  };
}
