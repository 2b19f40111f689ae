import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { parseMoment } from '../../../src/db/drivers/postgres-types.ts';

const TIMESTAMPTZ = 1184;
const byPg = pg.types.getTypeParser(TIMESTAMPTZ, 'text');

describe('a moment that PostgreSQL writes', () => {
  it.each([
    '2026-11-22 12:33:39.123+00',
    '2026-11-22 12:33:39.1+00',
    '2026-11-22 12:33:39+00',
    '2026-11-22 12:33:39.123456+00',
    '2026-11-22 12:33:39.123-05',
    '2026-11-22 12:33:39.123+05:30',
    '1883-11-18 12:03:57-04:56:02',
    '0044-03-15 12:00:00+00 BC',
    '10000-01-01 00:00:00+00',
    'infinity',
  ])('is read as pg reads it: %s', (text) => {
    expect(parseMoment(text)).toEqual(byPg(text));
  });
});
