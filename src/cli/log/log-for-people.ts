import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import { wrapped } from './wrapped.ts';

/** The width of what is not told by the terminal. */
const USUAL_WIDTH = 80;
/** The time and the level before each line, and the spaces before its further rows. */
const HEAD = '10:52:20 warn  ';

type Line = { level: string; time: string; msg: string; err?: { message?: string; stack?: string } };
type Facts = Record<string, unknown>;

/** Writes the log's lines to a terminal as "10:52:20 warn  delivery failed  attempt=2", in rows that fit. */
export const logForPeople: DestinationStream = {
  write(line) {
    process.stdout.write(inRows(line, process.stdout.columns || USUAL_WIDTH));
  },
};

/** A line of the log as rows of at most `width` characters, broken at spaces; lines of requests without the request's id. */
export function inRows(line: string, width: number): string {
  const { level, time, msg, err, ...details } = JSON.parse(line, withoutControls) as Line & Facts;
  const { sentence, facts } = describe(msg, details);
  const clock = time.slice('2026-01-01T'.length, '2026-01-01T00:00:00'.length);
  const head = `${styleText('dim', clock)} ${styleText(colorOf(level), level.padEnd(5))} `;
  const rows = [...besides(sentence, facts, width - HEAD.length), ...(err?.stack ?? err?.message ?? '').split('\n')];
  return `${head}${rows.filter((row) => row !== '').join(`\n${' '.repeat(HEAD.length)}`)}\n`;
}

/** Texts without what a terminal would obey; an error's stack keeps its rows. */
function withoutControls(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replaceAll(name === 'stack' ? /[^\P{Cc}\n]+/gu : /\p{Cc}+/gu, ' ');
}

/** The facts beside the sentence, or below it where they do not fit. */
function besides(sentence: string, facts: string, width: number): string[] {
  if (facts === '') return wrapped(sentence, width);
  if (sentence.length + 2 + facts.length <= width) return [`${sentence}  ${styleText('dim', facts)}`];
  return [...wrapped(sentence, width), ...wrapped(facts, width).map((row) => styleText('dim', row))];
}

function describe(msg: string, details: Facts): { sentence: string; facts: string } {
  if (msg === 'request') return request(details);
  return msg === 'statement' ? statement(details) : { sentence: msg, facts: pairs(details) };
}

/** A statement on one line, however its text is broken. */
function statement({ sql, ms, rows, failed }: Facts): { sentence: string; facts: string } {
  const facts = [`${String(ms)} ms`, rows === undefined ? '' : `rows=${String(rows)}`, failed ? 'failed' : ''];
  return { sentence: String(sql).replaceAll(/\s+/g, ' '), facts: facts.filter(Boolean).join(' ') };
}

/** The path has the account, and the route; the id serves to find what failed. */
function request({ request_id: id, method, path, status, ms, caller, address, cut_off: isCutOff }: Facts) {
  const words = [caller, address, isCutOff && 'cut off', Number(status) >= 500 && `request_id=${String(id)}`];
  return {
    sentence: `${String(status)} ${method ? `${String(method)} ` : ''}${String(path)}`,
    facts: [...(ms === undefined ? [] : [`${String(ms)} ms`]), ...words.filter(Boolean)].join(' '),
  };
}

function pairs(facts: Facts): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}

function colorOf(level: string): 'red' | 'yellow' | 'green' {
  if (level === 'error' || level === 'fatal') return 'red';
  return level === 'warn' ? 'yellow' : 'green';
}
