import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';

/** Writes the log's lines to a terminal as "10:52:20 warn  delivery failed  attempt=2". */
export const logForPeople: DestinationStream = {
  write(line) {
    const { level, time, msg, ...details } = JSON.parse(line) as { level: string; time: string; msg: string };
    const facts = Object.entries(details).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    const clock = styleText('dim', time.slice('2026-01-01T'.length, '2026-01-01T00:00:00'.length));
    const name = styleText(colorOf(level), level.padEnd(5));
    process.stdout.write(`${clock} ${name} ${msg}  ${styleText('dim', facts.join(' '))}\n`);
  },
};

function colorOf(level: string): 'red' | 'yellow' | 'green' {
  if (level === 'error' || level === 'fatal') return 'red';
  return level === 'warn' ? 'yellow' : 'green';
}
