import { type Signal, signal } from '../../../kit/signals.ts';
import { newId } from '../../../kit/new-id.ts';
import { useEffect, useKept } from '../../../kit/view.ts';
import type { ConsoleApi } from '../../sync/api.ts';

export type CannedResponse = { id: number; short_code: string; content: string };

/** The canned responses that fit the word after a slash at the end of the text. */
export type Canned = {
  /** Of the list. */
  id: string;
  found: Signal<readonly CannedResponse[]>;
  at: Signal<number>;
  /** The element of the response that Enter takes. */
  nowId: () => string | undefined;
  idOf: (response: CannedResponse) => string;
  /** The text with the response in place of the word. */
  filled: (response: CannedResponse) => string;
  /** Handles a key of the field; returns whether it did. */
  press: (event: KeyboardEvent, write: (text: string) => void) => boolean;
  close: () => void;
};

const WORD = /(^|\s)\/([^\s/]*)$/;
const PAUSE_MS = 120;
const MOST = 8;

export function useCanned(api: ConsoleApi, text: string): Canned {
  const id = useKept(newId);
  const found = useKept(() => signal<readonly CannedResponse[]>([]));
  const at = useKept(() => signal(0));
  const word = WORD.exec(text)?.[2];
  const idOf = (response: CannedResponse) => `${id}-${response.id}`;
  const now = () => found.value[at.value];
  const close = () => void (found.value = []);
  const filled = ({ content }: CannedResponse) => text.replace(WORD, (_, before: string) => before + content);

  useEffect(() => {
    if (word === undefined) return close();
    let isOver = false;
    const timer = setTimeout(() => {
      // The field works without its suggestions.
      const answer = api.request<CannedResponse[]>('GET', '/canned_responses', { query: { search: word } });
      answer.then(take, () => {});
    }, PAUSE_MS);
    function take(responses: readonly CannedResponse[]) {
      if (isOver) return;
      at.value = 0;
      found.value = responses.slice(0, MOST);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [word]);

  return {
    id,
    found,
    at,
    idOf,
    filled,
    close,
    nowId() {
      const response = now();
      return response && idOf(response);
    },
    press(event, write) {
      const count = found.peek().length;
      const response = now();
      if (!response) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) at.value = (at.peek() + step + count) % count;
      else if (event.key === 'Enter' || event.key === 'Tab') write(filled(response));
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
