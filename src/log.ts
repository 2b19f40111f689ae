import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import type { OnStatement } from './db/drivers/trace-statements.ts';

export type Log = Logger;

/** A log of JSON lines on standard output, or on `destination`. Nothing that is logged may contain a secret. */
export function openLog(config: Config, destination: DestinationStream = pino.destination({ sync: false })): Log {
  return pino(
    {
      level: config.log.level,
      base: undefined,
      timestamp: timeOfLine,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}

/** Logs statements with their times, without the values of their parameters; null unless the level is `trace`. */
export function statementLog(log: Log): OnStatement | null {
  if (!log.isLevelEnabled('trace')) return null;
  return ({ sql, ms, ...outcome }) => log.trace({ sql, ms: Math.round(ms * 1000) / 1000, ...outcome }, 'statement');
}

let last = { ms: 0, text: '' };

/** As pino's `isoTime`; lines of one millisecond share the text, which takes longer to make than the rest of a line. */
function timeOfLine(): string {
  const ms = Date.now();
  if (ms !== last.ms) last = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
  return last.text;
}
