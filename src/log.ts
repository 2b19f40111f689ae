import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** A log of JSON lines on standard output, or on `destination`. Nothing that is logged may contain a secret. */
export function openLog(config: Config, destination: DestinationStream = pino.destination({ sync: false })): Log {
  return pino(
    {
      level: config.log.level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}
