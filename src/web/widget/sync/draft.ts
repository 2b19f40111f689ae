import { effect, type Signal, signal } from '../../kit/signals.ts';
import type { Storage } from '../store/storage.ts';
import type { Identity } from './identity.ts';

const NAME = 'draft';

/** What is typed and not sent; like everything else, it is kept only for visitors who have written before. */
export function openDraft(storage: Storage, { token }: Identity, typed = ''): Signal<string> {
  // Without a token, what is kept is that of an earlier visitor, who was signed out.
  if (!token.peek()) storage.write(NAME, null);
  const draft = signal(typed || (storage.read(NAME) ?? ''));
  effect(() => {
    const text = draft.value;
    if (token.peek()) storage.write(NAME, text || null);
  });
  return draft;
}
