import { type FetchEvent, type WorkerScope } from './worker-scope.ts';

const scope = self as unknown as WorkerScope;

/** All addresses of the console show the same page. */
const PAGE = '/app';
const OTHER_PAGES = /^\/app\/auth\//;
const SCRIPTS = '/packs/js/';
const SCRIPT_PATHS = /\/packs\/js\/[\w.-]+/g;
/** In the page of the console, and in no other below it. */
const MARK = 'id="parley-console"';
const CACHE = 'shell';
/** So long the page of the server is waited for before the kept one is shown. */
const LONGEST_WAIT_MS = 4000;

/** What the server sends with a push message. */
type Message = { title: string; body: string; tag: string; url: string };

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return;
  if (pathname.startsWith(SCRIPTS)) event.respondWith(script(request));
  const isConsole = pathname === PAGE || pathname.startsWith(`${PAGE}/`);
  // Frames with mails and dashboard apps are pages of their own.
  const isPage = request.mode === 'navigate' && request.destination === 'document';
  if (isPage && isConsole && !OTHER_PAGES.test(pathname)) event.respondWith(page(event));
});

/** The page of the server, or else the kept one. */
async function page(event: FetchEvent): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(PAGE);
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then((answer) => keep(answer.clone())).catch(() => {}));
  if (!kept) return fetched;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), LONGEST_WAIT_MS));
  return Promise.race([fetched.catch(() => kept), late]);
}

/** Keeps the page with its scripts; those of the version before go. */
async function keep(answer: Response): Promise<void> {
  if (!answer.ok || answer.redirected) return;
  const cache = await caches.open(CACHE);
  const [copy, before] = [answer.clone(), await cache.match(PAGE)];
  const text = await answer.text();
  if (!text.includes(MARK) || (before && (await before.text()) === text)) return;
  const needed: string[] = text.match(SCRIPT_PATHS) ?? [];
  await cache.addAll(needed);
  await cache.put(PAGE, copy);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== PAGE && !needed.includes(pathname)) await cache.delete(url);
  }
}

/** Scripts never change under their name. */
async function script(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

scope.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() as Message)));

/** Shows the message, unless a page is looked at, which tells of it by itself. */
async function show({ title, body, tag, url }: Message): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window' });
  if (pages.some(({ focused, visibilityState }) => focused && visibilityState === 'visible')) return;
  const icon = `${PAGE}/icons/192.png`;
  await scope.registration.showNotification(title, { body, tag, icon, badge: icon, data: pathOf(url) });
}

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data as string));
});

/** Shows the address in an open page of the console, or else in a new one. */
async function open(path: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window' });
  const shown = pages.find(({ url, frameType }) => frameType !== 'nested' && new URL(url).pathname.startsWith(PAGE));
  if (!shown) return void (await scope.clients.openWindow(path));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- clients are of this origin
  shown.postMessage({ go: path });
  await shown.focus();
}

/** On this server, also where it is reached by another name than its public one. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, scope.location.href);
  return pathname + search;
}
