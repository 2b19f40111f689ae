// The parts of a service worker's scope that the console's uses; TypeScript has them in a library that excludes pages.

type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void };
export type FetchEvent = Waiting & { request: Request; respondWith: (answer: Promise<Response>) => void };
export type PushEvent = Waiting & { data: { json: () => unknown } | null };
export type ClickEvent = Waiting & { notification: Notification };
type Events = {
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: ClickEvent;
  install: Waiting;
  activate: Waiting;
};

/** A page of the console. */
export type Client = {
  url: string;
  focused: boolean;
  frameType: 'auxiliary' | 'nested' | 'none' | 'top-level';
  visibilityState: DocumentVisibilityState;
  focus: () => Promise<Client>;
  postMessage: (message: unknown) => void;
};

export type WorkerScope = {
  addEventListener: <Name extends keyof Events>(name: Name, take: (event: Events[Name]) => void) => void;
  clients: {
    matchAll: (wanted: { type: 'window' }) => Promise<readonly Client[]>;
    openWindow: (url: string) => Promise<Client | null>;
    claim: () => Promise<void>;
  };
  registration: ServiceWorkerRegistration;
  location: Location;
  skipWaiting: () => Promise<void>;
};
