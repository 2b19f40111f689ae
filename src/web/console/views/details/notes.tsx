import { grow } from '../../../kit/grow.ts';
import { Icon } from '../../../kit/icon.tsx';
import { useEffect, useRef, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import { reasonOf } from '../../session/reason-of.ts';

type Note = {
  id: number;
  content: string;
  user: { name: string; available_name?: string } | null;
  /** Unix seconds. */
  created_at: number;
};

const LONGEST = 20_000;

/** What the team has noted about the contact. */
export function Notes({ console, contactId }: { console: Console; contactId: number }) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const notes = useSignal<readonly Note[] | null>(null);
  const problem = useSignal('');
  const text = useSignal('');
  const field = useRef<HTMLTextAreaElement>();
  const attempt = useSignal(0);
  const isAdding = useSignal(false);
  const path = `/contacts/${contactId}/notes`;
  const fail = (error: unknown) => (problem.value = reasonOf(i18n, error));

  useEffect(() => {
    problem.value = '';
    console.api.request<Note[]>('GET', path).then((read) => (notes.value = read), fail);
  }, [contactId, attempt.value]);
  useEffect(() => grow(field.current), [text.value]);

  async function add() {
    const content = text.peek().trim();
    // A second click would make the same note again.
    if (content === '' || isAdding.peek()) return;
    isAdding.value = true;
    try {
      const note = await console.api.request<Note>('POST', path, { body: { content } });
      text.value = '';
      problem.value = '';
      notes.value = [note, ...(notes.peek() ?? [])];
    } catch (error) {
      fail(error);
    } finally {
      isAdding.value = false;
    }
  }

  async function remove({ id }: Note) {
    try {
      await console.api.request('DELETE', `${path}/${id}`);
      notes.value = notes.peek()?.filter((note) => note.id !== id) ?? null;
      // The button is gone, and the focus must not be lost.
      field.current?.focus();
    } catch (error) {
      fail(error);
    }
  }

  return (
    <>
      <h2>{t('notes')}</h2>
      <form
        class="note-form"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <textarea
          ref={field}
          rows={1}
          maxLength={LONGEST}
          aria-label={t('newNote')}
          placeholder={t('newNote')}
          dir="auto"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        {text.value.trim() !== '' && (
          <button type="submit" class="secondary">
            {t('addNote')}
          </button>
        )}
      </form>
      <div role="alert">
        {problem.value && (
          <p>
            {problem.value}{' '}
            {notes.value === null && (
              <button type="button" class="link" onClick={() => (attempt.value += 1)}>
                {t('tryAgain')}
              </button>
            )}
          </p>
        )}
      </div>
      <ul class="notes" role="list">
        {notes.value?.map((note) => (
          <li key={note.id}>
            <p dir="auto">{note.content}</p>
            <div class="note-about">
              <span>
                {note.user && (
                  <>
                    <bdi>{note.user.available_name ?? note.user.name}</bdi> ·{' '}
                  </>
                )}
                <bdi>{i18n.day(new Date(note.created_at * 1000))}</bdi>
              </span>
              <button
                type="button"
                class="icon-button"
                aria-label={t('deleteNote')}
                title={t('deleteNote')}
                onClick={() => void remove(note)}
              >
                <Icon outline={ICONS.close} />
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
