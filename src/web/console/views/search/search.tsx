import { Skeleton } from '../../../kit/controls/skeleton.tsx';
import { batch } from '../../../kit/signals.ts';
import { useEffect, useId, useSignal } from '../../../kit/view.ts';
import { type Address, type ConversationsAddress, makeAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { TextKey } from '../../locales.ts';
import { Unreachable } from '../../screens/problems.tsx';
import { reasonOf } from '../../session/reason-of.ts';
import { Heading } from '../../shell/heading.tsx';
import { lineOf } from '../list/preview.ts';
import { filteredAddress, is } from '../filter/place-conditions.ts';
import type { WireMessage } from '../../store/wire.ts';
import { Marked } from './marked.tsx';

type FoundContact = { id: number; name: string; email: string | null; phone_number: string | null };
type FoundConversation = { id: number; contact: FoundContact; inbox: { name: string }; message: WireMessage | null };
type FoundMessage = WireMessage & { inbox: { name: string } | null };
type FoundArticle = {
  id: number;
  title: string;
  content: string | null;
  slug: string;
  portal_slug: string;
  status: string;
};

const KINDS = ['conversations', 'messages', 'contacts', 'articles'] as const;
type Kind = (typeof KINDS)[number];
type All = {
  conversations: readonly FoundConversation[];
  messages: readonly FoundMessage[];
  contacts: readonly FoundContact[];
  articles: readonly FoundArticle[];
};

const TITLES: Record<Kind, TextKey> = {
  conversations: 'conversations',
  messages: 'messages',
  contacts: 'contacts',
  articles: 'articles',
};

export type SearchProps = { address: Extract<Address, { screen: 'search' }> };

/** Everything that fits a text. */
export function Search({ address }: SearchProps) {
  const { account, i18n } = useDesk();
  const opened = account.state.value;
  if (opened.is === 'failed') return <Unreachable error={opened.error} />;
  if (opened.is !== 'open') return <Skeleton label={i18n.t('loading')} />;
  return (
    <div class="search">
      <Heading title={i18n.t('search')} />
      <SearchField address={address} />
      {address.text.trim() !== '' && <Results key={address.text} address={address} console={opened.console} />}
    </div>
  );
}

function SearchField({ address }: SearchProps) {
  const { i18n, place } = useDesk();
  const { t } = i18n;
  const id = useId();
  const text = useSignal(address.text);
  useEffect(() => void (text.value = address.text), [address.text]);
  return (
    <form
      class="search-form field"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        place.go({ ...address, text: text.peek().trim() });
      }}
    >
      <label for={id} class="unseen">
        {t('search')}
      </label>
      <input
        id={id}
        type="search"
        maxLength={200}
        placeholder={t('searchEverything')}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <button type="submit" class="primary">
        {t('search')}
      </button>
    </form>
  );
}

type ResultsProps = SearchProps & { console: Console };

/** How many of a kind come at once. */
const PAGE = 15;

function Results({ address, console }: ResultsProps) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const { text, account } = address;
  const found = useSignal<All | null>(null);
  const problem = useSignal('');
  const attempt = useSignal(0);
  /** The kinds of which all have been read. */
  const ended = useSignal<readonly Kind[]>([]);

  useEffect(() => {
    problem.value = '';
    const end = new AbortController();
    console.api.request<{ payload: All }>('GET', '/search', { query: { q: text }, signal: end.signal }).then(
      ({ payload }) =>
        batch(() => {
          ended.value = KINDS.filter((kind) => payload[kind].length < PAGE);
          found.value = payload;
        }),
      (error: unknown) => {
        if (!end.signal.aborted) problem.value = reasonOf(i18n, error);
      },
    );
    return () => end.abort();
  }, [attempt.value]);

  async function more(kind: Kind) {
    const before = found.peek();
    if (!before) return;
    const page = String(before[kind].length / PAGE + 1);
    try {
      const { payload } = await console.api.request<{ payload: All }>('GET', `/search/${kind}`, {
        query: { q: text, page },
      });
      if (payload[kind].length < PAGE) ended.value = [...ended.peek(), kind];
      found.value = { ...before, [kind]: [...before[kind], ...payload[kind]] };
    } catch (error) {
      problem.value = reasonOf(i18n, error);
    }
  }

  const all = found.value;
  const count = all ? KINDS.reduce((sum, kind) => sum + all[kind].length, 0) : 0;
  return (
    <>
      <div role="alert" class="problem">
        {problem.value && (
          <p>
            {problem.value}{' '}
            <button type="button" class="link" onClick={() => (attempt.value += 1)}>
              {t('tryAgain')}
            </button>
          </p>
        )}
      </div>
      {!all && !problem.value && <Skeleton label={t('loading')} lines={8} />}
      <p role="status" class="dim">
        {all && (count === 0 ? t('searchNone', { text }) : t('searchCount', { n: count }))}
      </p>
      {all &&
        KINDS.filter((kind) => all[kind].length > 0).map((kind) => (
          <section key={kind}>
            <h2>{t(TITLES[kind])}</h2>
            <ul class="search-found" role="list">
              {rowsOf(kind, all, account, t).map(({ key, href, isOutside, title, about, body }) => (
                <li key={key}>
                  <a href={href} {...(isOutside && { target: '_blank', rel: 'noopener' })}>
                    <span class="search-title">
                      <Marked text={title} query={text} />
                    </span>
                    <span class="search-about">
                      <Marked text={about} query={text} />
                    </span>
                    {body !== '' && (
                      <span class="search-body">
                        <Marked text={body} query={text} />
                      </span>
                    )}
                  </a>
                </li>
              ))}
            </ul>
            {!ended.value.includes(kind) && (
              <button type="button" class="secondary" onClick={() => void more(kind)}>
                {t('showMore')}
              </button>
            )}
          </section>
        ))}
    </>
  );
}

type Row = { key: number; href: string; isOutside?: boolean; title: string; about: string; body: string };

function rowsOf(kind: Kind, all: All, account: number, t: (key: TextKey) => string): Row[] {
  const at: ConversationsAddress = { screen: 'conversations', account, view: { kind: 'dashboard' }, query: {} };
  const talk = (conversation: number, message?: number) =>
    makeAddress({ ...at, query: { assignee: 'all' }, conversation, ...(message !== undefined && { message }) });
  const reach = ({ email, phone_number: phone }: FoundContact) => [email, phone].filter(Boolean).join(' · ');
  switch (kind) {
    case 'conversations':
      return all.conversations.map(({ id, contact, inbox, message }) => ({
        key: id,
        href: talk(id),
        title: contact.name || contact.email || t('visitor'),
        about: [`#${id}`, inbox.name, reach(contact)].filter(Boolean).join(' · '),
        body: lineOf(message?.content ?? ''),
      }));
    case 'messages':
      return all.messages.map(({ id, conversation_id: conversation, content, sender, inbox }) => ({
        key: id,
        href: talk(conversation, id),
        title: sender?.available_name ?? sender?.name ?? t('automatic'),
        about: [`#${conversation}`, inbox?.name].filter(Boolean).join(' · '),
        body: content ?? '',
      }));
    case 'contacts':
      return all.contacts.map((contact) => ({
        key: contact.id,
        href: makeAddress(filteredAddress(at, [is('contact_id', contact.id)])),
        title: contact.name || contact.email || contact.phone_number || t('visitor'),
        about: reach(contact),
        body: '',
      }));
    case 'articles':
      return all.articles.map(({ id, title, content, slug, portal_slug: portal, status }) => ({
        key: id,
        href:
          status === 'published'
            ? `/hc/${encodeURIComponent(portal)}/articles/${encodeURIComponent(slug)}`
            : makeAddress({ screen: 'portals', account, below: [], query: '' }),
        isOutside: status === 'published',
        title,
        about: status === 'published' ? portal : `${portal} · ${status}`,
        body: content ?? '',
      }));
  }
}
