import { describe, expect, it } from '@jest/globals';
import { listeningPlace, placeInWords } from '../../src/config/listening-place.ts';

describe('a place to listen at', () => {
  it.each([
    ['2424', { host: '127.0.0.1', port: 2424 }, '127.0.0.1:2424'],
    ['0.0.0.0:24', { host: '0.0.0.0', port: 24 }, '0.0.0.0:24'],
    ['[::1]:2424', { host: '::1', port: 2424 }, '[::1]:2424'],
    ['mail-in.internal:24', { host: 'mail-in.internal', port: 24 }, 'mail-in.internal:24'],
    ['/run/parley/lmtp', { path: '/run/parley/lmtp' }, '/run/parley/lmtp'],
  ])('may be %s', (setting, place, inWords) => {
    expect(listeningPlace(setting)).toEqual(place);
    expect(placeInWords(place)).toBe(inWords);
  });

  it.each(['', 'localhost', '127.0.0.1', '70000', 'run/lmtp', '::1:24', ':24', '127.0.0.1:'])(
    'is not %s',
    (setting) => {
      expect(listeningPlace(setting)).toBeNull();
    },
  );
});
