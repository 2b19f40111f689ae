import pg from 'pg';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

/** How values are parsed: counts and sums to numbers, all others as pg does by itself. */
export const postgresTypes = new pg.TypeOverrides();

const parseAnyMoment: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ);

postgresTypes.setTypeParser(INT8, Number);
postgresTypes.setTypeParser(NUMERIC, Number);
postgresTypes.setTypeParser(TIMESTAMPTZ, parseMoment);

/** Reads what PostgreSQL usually writes, "2026-11-22 12:33:39.123+00", several times as fast as pg, which reads the rest. */
export function parseMoment(text: string): Date {
  const zone = text.at(-3);
  if (text[10] !== ' ' || (zone !== '+' && zone !== '-')) return parseAnyMoment(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`);
}
