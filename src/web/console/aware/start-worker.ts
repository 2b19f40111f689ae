import type { Place } from '../place.ts';

const WORKER = '/app/worker.js';

type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string };
};

let started: Promise<ServiceWorkerRegistration | null> | undefined;

/**
 * The service worker, which shows push messages and opens the console without a connection; null where the browser has none, as
 * on pages that came over plain HTTP from another computer.
 */
export function startWorker(): Promise<ServiceWorkerRegistration | null> {
  started ??= register();
  return started;
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  const { serviceWorker } = navigator;
  if ((serviceWorker as ServiceWorkerContainer | undefined) === undefined) return null;
  try {
    return await serviceWorker.register(addressOfWorker(), { scope: '/app' });
  } catch {
    return null;
  }
}

/** The page's policy lets this address alone become that of a script. */
function addressOfWorker(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

/** Goes where a push message leads. */
export function followWorker(place: Place): void {
  const { serviceWorker } = navigator;
  if ((serviceWorker as ServiceWorkerContainer | undefined) === undefined) return;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ go?: string }>) => {
    if (data.go !== undefined) place.go(data.go);
  });
}
