import { Avatar } from '../../../kit/avatar.tsx';
import { Dialog } from '../../../kit/controls/dialog.tsx';
import { Field } from '../../../kit/controls/field.tsx';
import { useEffect, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { TextKey } from '../../locales.ts';
import { reasonOf } from '../../session/reason-of.ts';
import { type Contact, contactOf } from '../../store/contact.ts';
import type { WireContact, WireConversation } from '../../store/wire.ts';
import { nameOf } from '../list/contact-name.ts';

export type MergeDialogProps = {
  console: Console;
  /** The contact that stays. */
  contact: Contact;
  onClose: () => void;
};

const PAUSE_MS = 200;
const MOST = 8;

/** Merges another contact into this one, after what becomes of both was shown. */
export function MergeDialog({ console, contact, onClose }: MergeDialogProps) {
  const { i18n, toasts } = useDesk();
  const { t } = i18n;
  const text = useSignal('');
  const found = useSignal<readonly Contact[] | null>(null);
  const chosen = useSignal<Contact | null>(null);
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const name = nameOf(contact, t);

  useEffect(() => {
    const wanted = text.value.trim();
    found.value = null;
    if (wanted === '') return;
    const end = new AbortController();
    const timer = setTimeout(() => {
      const asked = { query: { q: wanted }, signal: end.signal };
      console.api.request<{ payload: WireContact[] }>('GET', '/contacts/search', asked).then(
        ({ payload }) => (found.value = payload.map(contactOf).filter(({ id }) => id !== contact.id)),
        (error: unknown) => {
          if (!end.signal.aborted) problem.value = reasonOf(i18n, error);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [text.value]);

  async function merge(other: Contact) {
    if (isBusy.peek()) return;
    isBusy.value = true;
    try {
      const body = { base_contact_id: contact.id, mergee_contact_id: other.id };
      await console.api.request('POST', '/actions/contact_merge', { body });
      onClose();
      toasts.show({ text: t('merged', { name, other: nameOf(other, t) }) });
    } catch (error) {
      problem.value = reasonOf(i18n, error);
    } finally {
      isBusy.value = false;
    }
  }

  const other = chosen.value;
  return (
    <Dialog title={t('mergeContact')} closeLabel={t('close')} onClose={onClose}>
      <div class="dialog-form">
        {other ? (
          <Preview console={console} contact={contact} other={other} />
        ) : (
          <>
            <p>{t('mergeText', { name })}</p>
            <Field label={t('searchContacts')} type="search" value={text} />
            <ul class="merge-found" role="list" aria-label={t('contacts')}>
              {found.value?.slice(0, MOST).map((one) => (
                <li key={one.id}>
                  <button type="button" class="menu-item" onClick={() => (chosen.value = one)}>
                    <Avatar name={nameOf(one, t)} url={one.picture} />
                    <span class="menu-label">{nameOf(one, t)}</span>
                    <span class="dim">{one.email ?? one.phone ?? one.identifier}</span>
                  </button>
                </li>
              ))}
            </ul>
            <p role="status" class="dim">
              {found.value?.length === 0 && t('noContactFound')}
            </p>
          </>
        )}
        <div role="alert" class="problem">
          {problem.value && <p>{problem.value}</p>}
        </div>
        {other && (
          <div class="dialog-buttons">
            <button type="button" class="secondary" onClick={() => (chosen.value = null)}>
              {t('otherContact')}
            </button>
            <button type="button" class="primary" onClick={() => void merge(other)}>
              {t('merge')}
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

const FIELDS = ['name', 'email', 'phone', 'identifier'] as const;

/** What becomes of the values of both. */
function Preview({ console, contact, other }: { console: Console; contact: Contact; other: Contact }) {
  const { t } = useDesk().i18n;
  const count = useSignal<number | null>(null);
  useEffect(() => {
    console.api.request<{ payload: WireConversation[] }>('GET', `/contacts/${other.id}/conversations`).then(
      ({ payload }) => (count.value = payload.length),
      // The rest of the preview says what is known.
      () => {},
    );
  }, [other.id]);
  const names = { name: nameOf(contact, t), other: nameOf(other, t) };
  const rows = [
    ...FIELDS.map((field) => ({ label: t(field satisfies TextKey), kept: contact[field], gone: other[field] })),
    ...attributeRows(contact, other),
  ].filter(({ gone }) => gone !== null && gone !== '');
  const taken = rows.filter(({ kept }) => kept === null || kept === '');
  const lost = rows.filter(({ kept, gone }) => kept !== null && kept !== '' && kept !== gone);
  return (
    <>
      <p>{t('mergeStays', names)}</p>
      {count.value !== null && <p>{t('mergeMoves', { n: count.value, ...names })}</p>}
      {taken.length > 0 && <Values title={t('mergeTaken', names)} values={taken} />}
      {lost.length > 0 && <Values title={t('mergeLost', names)} values={lost} />}
      <p>{t('mergeForever')}</p>
    </>
  );
}

type Value = { label: string; gone: string | null };

function Values({ title, values }: { title: string; values: readonly Value[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl class="facts">
        {values.map(({ label, gone }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{gone}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function attributeRows(contact: Contact, other: Contact) {
  const text = (value: unknown) =>
    value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return Object.entries(other.attributes).map(([key, value]) => {
    const own = Object.hasOwn(contact.attributes, key) ? contact.attributes[key] : null;
    return { label: key, kept: text(own), gone: text(value) };
  });
}
