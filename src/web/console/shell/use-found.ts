import { type ReadonlySignal, signal } from '../../kit/signals.ts';
import { useEffect, useKept } from '../../kit/view.ts';
import type { Console } from '../console.ts';

export type FoundContact = { id: number; name: string; email: string | null; phone_number: string | null };
export type FoundConversation = { id: number; contact: FoundContact; inbox: { name: string } };

/** What the server found for a text. */
export type Found = { text: string; contacts: readonly FoundContact[]; conversations: readonly FoundConversation[] };

/** Letters are typed faster than this. */
const PAUSE_MS = 150;
/** A single letter fits nearly everything. */
const LEAST = 2;
const NOTHING: Found = { text: '', contacts: [], conversations: [] };

/** Asks the server for contacts and conversations while somebody types, without holding up what is known here. */
export function useFound(console: Console | null): { found: ReadonlySignal<Found>; type: (typed: string) => void } {
  const kept = useKept(() => ({ found: signal(NOTHING), end: new AbortController() }));
  useEffect(() => () => kept.end.abort(), []);

  async function ask(text: string, { signal }: AbortController): Promise<void> {
    if (!console) return;
    const query = { q: text };
    const { api } = console;
    const [people, talks] = await Promise.all([
      api.request<{ payload: { contacts: FoundContact[] } }>('GET', '/search/contacts', { query, signal }),
      api.request<{ payload: { conversations: FoundConversation[] } }>('GET', '/search/conversations', {
        query,
        signal,
      }),
    ]);
    if (signal.aborted) return;
    kept.found.value = { text, contacts: people.payload.contacts, conversations: talks.payload.conversations };
  }

  return {
    found: kept.found,
    type(typed) {
      const text = typed.trim();
      kept.end.abort();
      const end = new AbortController();
      kept.end = end;
      if (text.length < LEAST) {
        kept.found.value = NOTHING;
        return;
      }
      const timer = setTimeout(() => {
        // Places and commands are found without the server.
        ask(text, end).catch(() => {});
      }, PAUSE_MS);
      end.signal.addEventListener('abort', () => clearTimeout(timer));
    },
  };
}
