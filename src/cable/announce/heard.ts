import type { Told } from '../../events/tell.ts';

/** The authors' own names for new messages, by the messages' row keys. */
export type Echoes = { get(messageId: number): string | number | undefined };

/** A signal of the bus: the number of an event, or another change; with the user who caused it, if any. */
export type Heard = (Told | { is: 'event'; id: number; accountId: number }) & { performerId?: number | null };

/** Reads what commits tell; null = not understood, from a process of another version. */
export function parseHeard(text: string): Heard | null {
  const [, id, accountId, performerId] = /^(\d+) (\d+)(?: (\d+))?$/.exec(text) ?? [];
  if (id !== undefined) {
    const event = { is: 'event', id: Number(id), accountId: Number(accountId) } as const;
    return performerId === undefined ? event : { ...event, performerId: Number(performerId) };
  }
  try {
    return JSON.parse(text) as Heard;
  } catch {
    return null;
  }
}
