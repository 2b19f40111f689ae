import { describe, expect, it } from '@jest/globals';
import { type Named, withMentions } from '../../../../../src/web/console/views/compose/mentions.ts';

const ALL: Named[] = [
  { kind: 'user', id: 1, name: 'Ada' },
  { kind: 'user', id: 2, name: 'Ada Admin' },
  { kind: 'user', id: 3, name: 'Zoë [x] (y)' },
  { kind: 'team', id: 4, name: 'billing' },
  { kind: 'user', id: 5, name: 'Billing' },
  { kind: 'user', id: 6, name: '' },
];

describe('a note', () => {
  it.each([
    ['@Ada, look', '[@Ada](mention://user/1/Ada), look'],
    ['Ask @ada admin.', 'Ask [@Ada Admin](mention://user/2/Ada%20Admin).'],
    ['(@Ada Administrator)', '([@Ada](mention://user/1/Ada) Administrator)'],
    ['@Adam @ nobody @', '@Adam @ nobody @'],
    ['mail@Ada and x/@Ada', 'mail@Ada and x/@Ada'],
    ['[@Ada](mention://user/9/Ada)', '[@Ada](mention://user/9/Ada)'],
    ['@Zoë [x] (y)!', '[@Zoë x (y)](mention://user/3/Zo%C3%AB%20%5Bx%5D%20(y))!'],
    ['@billing', '[@billing](mention://team/4/billing)'],
  ])('%j names by links', (text, stored) => {
    expect(withMentions(text, ALL)).toBe(stored);
  });

  it('stays as it is where nobody can be named', () => {
    expect(withMentions('@Ada', [])).toBe('@Ada');
  });
});
