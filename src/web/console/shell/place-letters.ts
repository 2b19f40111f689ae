import { type Address, makeAddress } from '../addresses.ts';
import { PLACES } from '../commands/keys.ts';
import { addressOf } from './main-navigation.tsx';
import { FIXED, FIXED_VIEWS, type FixedView, type MainLink } from './sidebar.ts';

/** The address of a place to which letters lead. */
export function addressOfPlace(to: FixedView | MainLink, account: number): Address {
  return isView(to) ? { screen: 'conversations', account, ...FIXED_VIEWS[to] } : addressOf(to, account);
}

const isView = (to: FixedView | MainLink): to is FixedView => FIXED.some((name) => name === to);

/** What the letters of places do. */
export function placeLetters(account: number, go: (href: string) => void): Record<string, () => void> {
  return Object.fromEntries(PLACES.map(({ keys, to }) => [keys, () => go(makeAddress(addressOfPlace(to, account)))]));
}
