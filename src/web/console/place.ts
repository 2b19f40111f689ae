import { type ReadonlySignal, signal } from '../kit/signals.ts';
import { type Address, makeAddress, parseAddress } from './addresses.ts';

/** Where the user is, and how they get elsewhere, without the page being loaded again. */
export type Place = {
  address: ReadonlySignal<Address>;
  /** Goes there; `isInstead`: in place of where the user is, to which the way back does not lead. */
  go: (to: Address | string, isInstead?: boolean) => void;
};

/** Of other pages below /app, which links load as usual. */
const OTHER_PAGES = /^\/app\/auth\/password\//;

/** Follows the address of the page, and clicks on links to other addresses of the console. */
export function followPlace(): Place {
  const address = signal(parseAddress(location));
  const read = () => void (address.value = parseAddress(location));

  function go(to: Address | string, isInstead = false) {
    const href = typeof to === 'string' ? to : makeAddress(to);
    if (isInstead) history.replaceState(null, '', href);
    else if (href !== `${location.pathname}${location.search}${location.hash}`) history.pushState(null, '', href);
    read();
  }

  addEventListener('popstate', read);
  addEventListener('click', (event) => {
    const link = linkIn(event);
    if (!link) return;
    event.preventDefault();
    go(`${link.pathname}${link.search}${link.hash}`);
  });
  return { address, go };
}

/** The link to an address of the console that a click follows in this tab. */
function linkIn(event: MouseEvent): HTMLAnchorElement | null {
  const { button, target, defaultPrevented } = event;
  const isPlain = button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = target instanceof Element ? target.closest('a') : null;
  if (!isPlain || defaultPrevented || !link || link.target || link.hasAttribute('download')) return null;
  const isOurs = link.origin === location.origin && /^\/app(\/|$)/.test(link.pathname);
  const isHere = link.pathname === location.pathname && link.search === location.search && link.hash !== '';
  return isOurs && !isHere && !OTHER_PAGES.test(link.pathname) ? link : null;
}
