import type { CDPSession } from 'playwright-core';

/** A request that the browser made. */
export type Request = {
  url: string;
  /** Headers and body of the answer as they came over the line; 0 = from the cache. */
  bytes: number;
  /** Seconds of the browser's clock. */
  sentAt: number;
  answeredAt: number;
};

/** Notes every request of the page and its frames from now on, until `stop`. */
export function watchRequests(session: CDPSession): { stop(): Request[] } {
  const found = new Map<string, Request>();
  const sent = ({
    requestId,
    request,
    timestamp,
  }: {
    requestId: string;
    request: { url: string };
    timestamp: number;
  }) => void found.set(requestId, { url: request.url, bytes: 0, sentAt: timestamp, answeredAt: Infinity });
  const finished = (event: { requestId: string; timestamp: number; encodedDataLength: number }) => {
    const request = found.get(event.requestId);
    if (request) Object.assign(request, { answeredAt: event.timestamp, bytes: event.encodedDataLength });
  };
  session.on('Network.requestWillBeSent', sent);
  session.on('Network.loadingFinished', finished);
  return {
    stop() {
      session.off('Network.requestWillBeSent', sent);
      session.off('Network.loadingFinished', finished);
      return [...found.values()];
    },
  };
}

/** How many requests have waited for each other, one after the other, until the last of them was answered. */
export function roundsOf(requests: Request[]): number {
  const rounds = new Map<Request, number>();
  for (const request of requests.toSorted((a, b) => a.sentAt - b.sentAt)) {
    const before = [...rounds].filter(([{ answeredAt }]) => answeredAt <= request.sentAt);
    rounds.set(request, 1 + Math.max(0, ...before.map(([, round]) => round)));
  }
  return Math.max(0, ...rounds.values());
}
