import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { matchesAddress } from '../../../src/web/kit/matches-address.ts';

const { URLPattern: Pattern } = globalThis;

describe.each([
  ['with URLPattern', Pattern],
  ['without it', undefined],
])('the address of a campaign, in a browser %s', (_, value) => {
  const define = (URLPattern: unknown) =>
    URLPattern ? Object.assign(globalThis, { URLPattern }) : Reflect.deleteProperty(globalThis, 'URLPattern');
  beforeAll(() => void define(value));
  afterAll(() => void define(Pattern));

  it.each([
    ['https://shop.example/sale', 'https://shop.example/sale/', true],
    ['https://shop.example/', 'https://shop.example', true],
    ['https://shop.example/sale', 'https://shop.example/sales', false],
    ['https://shop.example/sale/*', 'https://shop.example/sale/shirts/red', true],
    ['https://shop.example/sale/*', 'https://shop.example/cart', false],
    ['https://shop.example/*/red', 'https://shop.example/shirts/red', true],
    ['https://*.shop.example/*', 'https://www.shop.example/sale', true],
    ['https://shop.example/sale.*', 'https://shop.example/sales', false],
    ['https://shop.example/a+b(c', 'https://shop.example/a+b(c', true],
    ['https://shop.example/a+b(c*', 'https://shop.example/cart', false],
    ['', 'https://shop.example/', false],
  ])('%s: %s, %s', (pattern, address, isFit) => {
    expect(matchesAddress(pattern, address)).toBe(isFit);
  });
});
