import { Avatar } from '../../../kit/avatar.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { type ConversationsAddress, makeAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import type { Conversation } from '../../store/conversation.ts';
import { belongs } from '../../store/list-query.ts';
import type { List } from '../../store/list.ts';
import { nameOf } from './contact-name.ts';
import { Dot, PriorityMark } from './marks.tsx';
import { now } from './now.ts';
import { lineOf, previewOf } from './preview.ts';
import { shortSpan, shortTime } from './times.ts';

export type RowProps = {
  console: Console;
  address: ConversationsAddress;
  list: List;
  /** The number of the conversation. */
  id: number;
  /** The place in the list, from 0. */
  index: number;
  /** How many rows there are; -1 = not known. */
  size: number;
  /** In pixels. */
  height: number;
};

/** Labels that a row has space for; the others are counted. */
const MOST_LABELS = 2;
const MOST_UNREAD = 99;

/** A conversation in a list: a link that opens it. */
export function Row({ console, address, list, id, index, size, height }: RowProps) {
  const { i18n, commands } = useDesk();
  const { t } = i18n;
  const conversation = console.store.conversations.get(id).value;
  const isSelected = commands.selected.value.has(id);
  const isOpen = address.conversation === id;
  const isGone = !conversation || belongs(conversation, list.query, console.start.value.user.id) === false;
  const { message: _, ...view } = address;
  return (
    <li
      class={`row ${isOpen ? 'is-open' : ''} ${isGone ? 'is-gone' : ''} ${conversation?.unreadCount ? 'is-unread' : ''} ${isSelected ? 'is-selected' : ''}`}
      aria-setsize={size}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${index * height}px)` }}
    >
      <a
        href={makeAddress({ ...view, conversation: id })}
        data-conversation={id}
        aria-current={isOpen ? 'true' : undefined}
        draggable={false}
      >
        {conversation ? (
          <Inside console={console} conversation={conversation} list={list} />
        ) : (
          <span id={`row-${id}`} class="row-name">
            {t('rowDeleted', { number: id })}
          </span>
        )}
      </a>
      <label class="row-select">
        <input
          type="checkbox"
          aria-label={t('select')}
          aria-describedby={`row-${id}`}
          checked={isSelected}
          onChange={() => commands.toggle(id)}
        />
      </label>
    </li>
  );
}

type InsideProps = { console: Console; conversation: Conversation; list: List };

function Inside({ console, conversation, list }: InsideProps) {
  const { i18n } = useDesk();
  const { t, language } = i18n;
  const { id, contactId, unreadCount, lastActivityAt, waitingSince, priority, status } = conversation;
  const contact = console.store.contacts.get(contactId).value;
  const name = nameOf(contact, t);
  return (
    <>
      <Avatar name={name} url={contact?.picture} />
      <span id={`row-${id}`} class="row-name">
        {name}
      </span>
      {unreadCount > 0 && (
        <span class="row-unread">
          {unreadCount > MOST_UNREAD ? `${MOST_UNREAD}+` : unreadCount}
          <Unseen> {t('unread')}</Unseen>
        </span>
      )}
      <LastMessage console={console} id={id} />
      <time class="row-time" dateTime={new Date(lastActivityAt * 1000).toISOString()}>
        {shortTime(language(), lastActivityAt, now.value)}
      </time>
      <span class="row-about">
        <span class="row-inbox">{inboxName(console, conversation)}</span>
        {waitingSince > 0 && (
          <span class="row-waiting" title={t('waitingTitle')}>
            {t('waiting', { time: shortSpan(language(), waitingSince, now.value) })}
          </span>
        )}
        {status !== 'open' && <span class="row-status">{t(status)}</span>}
        <Labels console={console} titles={conversation.labels} />
      </span>
      <span class="row-marks">
        {priority && (
          <span title={t(priority)}>
            <PriorityMark priority={priority} />
            <Unseen>{t('priorityOf', { priority: t(priority) })}</Unseen>
          </span>
        )}
        <ViewMark console={console} id={id} />
        {list.query.assignment !== 'unassigned' && <Assignee console={console} conversation={conversation} />}
      </span>
    </>
  );
}

const Unseen = ({ children }: { children: preact.ComponentChildren }) => <span class="unseen">{children}</span>;

/** Which others have the conversation open. */
function ViewMark({ console, id }: { console: Console; id: number }) {
  const { t } = useDesk().i18n;
  const viewers = console.viewing.in(id).value;
  if (viewers.length === 0) return null;
  const words = viewers.map(({ name }) => t('isViewing', { name: name || t('someone') })).join(', ');
  return (
    <span class="row-viewers" role="status" title={words}>
      <Icon outline={ICONS.viewing} />
      <Unseen>{words}</Unseen>
    </span>
  );
}

/** Who types, the draft that waits, or the last message. */
function LastMessage({ console, id }: { console: Console; id: number }) {
  const { t } = useDesk().i18n;
  const { store, typing, drafts, start } = console;
  const [typist] = typing.in(id).value;
  const draft = lineOf(drafts.of(id, 'reply').value.text);
  const message = store.messages.get(store.lastMessage(id).value ?? 0).value;
  if (typist) {
    return (
      <span class="row-message is-typing" role="status">
        {t('isTyping', { name: typist.name || t('visitor') })}
      </span>
    );
  }
  if (draft !== '') {
    return (
      <span class="row-message">
        <span class="row-draft">{t('draft')}</span> {draft}
      </span>
    );
  }
  if (!message) return <span class="row-message">{t('noMessages')}</span>;
  const { sender, kind, isPrivate } = message;
  const isOwn = sender?.type === 'user' && sender.id === start.value.user.id;
  const author = kind === 'incoming' ? '' : isOwn ? t('you') : (sender?.name ?? '');
  return (
    <span class={`row-message ${isPrivate ? 'is-note' : ''}`}>
      {isPrivate && <Icon outline={ICONS.note} />}
      {isPrivate && <Unseen>{t('privateNote')} </Unseen>}
      {author !== '' && <span class="row-author">{t('rowAuthor', { name: author })} </span>}
      {previewOf(message, t)}
    </span>
  );
}

function inboxName({ start }: Console, { inboxId }: Conversation): string {
  return start.value.inboxes.find(({ id }) => id === inboxId)?.name ?? '';
}

function Labels({ console, titles }: { console: Console; titles: readonly string[] }) {
  if (titles.length === 0) return null;
  const known = new Map(console.start.value.labels.map(({ title, color }) => [title, color]));
  const more = titles.length - MOST_LABELS;
  return (
    <span class="row-labels" title={titles.join(', ')}>
      {titles.slice(0, MOST_LABELS).map((title) => (
        <span key={title} class="row-label">
          <Dot colour={known.get(title)} />
          <span>{title}</span>
        </span>
      ))}
      {more > 0 && <span class="row-label">+{more}</span>}
    </span>
  );
}

function Assignee({ console, conversation: { assignee } }: { console: Console; conversation: Conversation }) {
  const { t } = useDesk().i18n;
  if (!assignee) {
    return (
      <span class="row-nobody" title={t('unassigned')}>
        <Unseen>{t('unassigned')}</Unseen>
      </span>
    );
  }
  const member = console.start.value.members.find(({ id }) => assignee.type === 'User' && id === assignee.id);
  const words = t('assignedTo', { name: assignee.name });
  return (
    <span class="row-assignee" title={words}>
      <Avatar name={assignee.name} url={member?.thumbnail} />
      <Unseen>{words}</Unseen>
    </span>
  );
}
