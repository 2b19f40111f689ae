import { describe, expect, it } from '@jest/globals';
import { portablePattern } from '../../src/http/openapi/portable-pattern.ts';

describe('a pattern of the document', () => {
  it.each<[string, RegExp, string | undefined]>([
    ['is as it was', /^#[0-9a-f]{6}$/, '^#[0-9a-f]{6}$'],
    ['has no slash that is escaped', /^https?:\/\//, '^https?://'],
    ['has both cases where case does not matter', /^#[0-9a-f]{6}$/i, '^#[0-9A-Fa-f]{6}$'],
    ['has both of single letters too', /^a\.b[x_]$/i, String.raw`^[Aa]\.[Bb][Xx_]$`],
    ['keeps what stands for a kind of character', /^\d+[\w-]\b$/i, String.raw`^\d+[\w-]\b$`],
    ['is left out where it has classes of Unicode', /^\p{L}+$/u, undefined],
  ])('%s', (_, expression, expected) => {
    expect(portablePattern(expression)).toBe(expected);
  });
});
