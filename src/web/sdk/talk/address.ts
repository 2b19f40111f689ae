/** The parts of the Navigation API that are used; older browsers have none of it. */
type Navigation = { addEventListener(type: 'currententrychange', listener: () => void): void };

/** Calls `changed` whenever the page's address changes without another page being loaded. */
export function watchAddress(changed: () => void): void {
  let address = location.href;
  const look = () => {
    if (address === location.href) return;
    address = location.href;
    changed();
  };
  const { navigation } = window as { navigation?: Navigation };
  if (navigation) navigation.addEventListener('currententrychange', look);
  // A navigation within the page changes the document.
  else new MutationObserver(look).observe(document, { childList: true, subtree: true });
  window.addEventListener('popstate', look);
}
