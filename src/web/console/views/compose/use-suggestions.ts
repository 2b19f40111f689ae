import { fits } from '../../../kit/fits.ts';
import { newId } from '../../../kit/new-id.ts';
import { type Signal, signal } from '../../../kit/signals.ts';
import { useEffect, useKept } from '../../../kit/view.ts';
import type { TextKey } from '../../locales.ts';
import type { ConsoleApi } from '../../sync/api.ts';
import { plainText } from '../thread/plain-text.ts';
import type { Named } from './mentions.ts';
import { filledIn } from './variables.ts';

/** Something to write in place of the word before the cursor. */
export type Suggestion = { id: string; label: string; detail: string; words: string };

export type Suggestions = {
  /** Of the list. */
  id: string;
  /** What is suggested. */
  title: TextKey;
  found: Signal<readonly Suggestion[]>;
  at: Signal<number>;
  /** The element of the suggestion that Enter takes. */
  nowId: () => string | undefined;
  idOf: (suggestion: Suggestion) => string;
  take: (suggestion: Suggestion) => void;
  /** Handles a key of the field; returns whether it did. */
  press: (event: KeyboardEvent) => boolean;
};

export type SuggestionsOptions = {
  api: ConsoleApi;
  /** The text up to the cursor. */
  before: string;
  isNote: boolean;
  /** The people and teams that a note can name. */
  named: () => readonly Named[];
  variables: () => ReadonlyMap<string, string>;
  /** Writes the words in place of the last characters before the cursor. */
  replace: (length: number, words: string) => void;
};

type CannedResponse = { id: number; short_code: string; content: string };

/** What begins a word that is completed; the last group is what has been typed of it. */
const STARTS = {
  cannedResponses: /(?:^|\s)(\/([^\s/]*))$/,
  mentions: /(?:^|[\s(])(@([^\s@]*(?: [^\s@]*)?))$/,
  variables: /(\{\{\s*([\w.]*))$/,
} as const;
type Kind = keyof typeof STARTS;

const PAUSE_MS = 120;
const MOST = 8;

/** Completes what begins with / (canned responses), @ (people and teams, in notes) and {{ (values of the conversation). */
export function useSuggestions(options: SuggestionsOptions): Suggestions {
  const { api, before, isNote, named, variables, replace } = options;
  const id = useKept(newId);
  const found = useKept(() => signal<readonly Suggestion[]>([]));
  const at = useKept(() => signal(0));
  const [kind, typed, word] = wordIn(before, isNote);
  const idOf = (suggestion: Suggestion) => `${id}-${suggestion.id}`;
  const now = () => found.value[at.value];
  const close = () => void (found.value = []);

  useEffect(() => {
    if (kind === null) return close();
    if (kind !== 'cannedResponses') return show(kind === 'mentions' ? people(word) : values(word));
    let isOver = false;
    async function search() {
      // The field works without its suggestions.
      const answer = await api
        .request<CannedResponse[]>('GET', '/canned_responses', { query: { search: word } })
        .catch(() => []);
      if (!isOver) show(answer.map(asSuggestion));
    }
    const timer = setTimeout(() => void search(), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [kind, word]);

  function show(suggestions: readonly Suggestion[]): void {
    at.value = 0;
    found.value = suggestions.slice(0, MOST);
  }

  const asSuggestion = ({ id: number, short_code: code, content }: CannedResponse): Suggestion => {
    const words = filledIn(content, variables());
    return { id: `canned-${number}`, label: `/${code}`, detail: plainText(words), words };
  };
  function people(wanted: string): Suggestion[] {
    // The name is complete.
    if (wanted.endsWith(' ') && named().some(({ name }) => `${name} ` === wanted)) return [];
    return best(named(), ({ name }) => name, wanted).map(({ kind: of, id: number, name }) => ({
      id: `${of}-${number}`,
      label: `@${name}`,
      detail: '',
      words: `@${name} `,
    }));
  }
  const values = (wanted: string) =>
    best([...variables()], ([name]) => name, wanted).map(([name, value]) => ({
      id: name,
      label: name,
      detail: value,
      words: value,
    }));

  function take({ words }: Suggestion): void {
    close();
    replace(typed.length, words);
  }

  return {
    id,
    title: kind ?? 'cannedResponses',
    found,
    at,
    idOf,
    take,
    nowId() {
      const suggestion = now();
      return suggestion && idOf(suggestion);
    },
    press(event) {
      const count = found.peek().length;
      const suggestion = now();
      if (!suggestion || event.ctrlKey || event.metaKey) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) at.value = (at.peek() + step + count) % count;
      else if (event.key === 'Enter' || event.key === 'Tab') take(suggestion);
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

/** What is being typed at the end of the text: its kind, the whole of it, and what follows its beginning. */
function wordIn(before: string, isNote: boolean): [kind: Kind | null, typed: string, word: string] {
  const kinds: readonly Kind[] = isNote
    ? ['cannedResponses', 'mentions', 'variables']
    : ['cannedResponses', 'variables'];
  for (const kind of kinds) {
    const [, typed = '', word = ''] = STARTS[kind].exec(before) ?? [];
    if (typed !== '') return [kind, typed, word];
  }
  return [null, '', ''];
}

/** Those that fit what is typed, the best first. */
function best<T>(all: readonly T[], nameOf: (one: T) => string, typed: string): T[] {
  if (typed === '') return [...all];
  return all
    .map((one) => ({ one, score: fits(nameOf(one), typed) }))
    .filter(({ score }) => score !== null)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ one }) => one);
}
