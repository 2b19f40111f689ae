import { Avatar } from '../../../kit/avatar.tsx';
import { MenuButton } from '../../../kit/controls/menu.tsx';
import { Icon } from '../../../kit/icon.tsx';
import type { Signal } from '../../../kit/signals.ts';
import { type ConversationsAddress, makeAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { Heading } from '../../shell/heading.tsx';
import type { Contact } from '../../store/contact.ts';
import type { Conversation } from '../../store/conversation.ts';
import type { Status } from '../../store/wire.ts';
import { isUntilReply, setStatus } from '../../sync/intents.ts';
import { MoreMenu } from './more-menu.tsx';
import { OUTLINES } from './outlines.ts';
import { snoozeTimes } from './snooze-times.ts';

export type ConversationHeaderProps = {
  console: Console;
  record: Conversation;
  contact: Contact | undefined;
  address: ConversationsAddress;
  areDetailsShown: Signal<boolean>;
};

/** Whose conversation it is, and what can be done with it. */
export function ConversationHeader({ console, record, contact, address, areDetailsShown }: ConversationHeaderProps) {
  const { i18n, commands } = useDesk();
  const { t } = i18n;
  const { id, status, snoozedUntil } = record;
  const { conversation: _, message: __, ...view } = address;
  const inbox = console.start.value.inboxes.find((one) => one.id === record.inboxId);
  const set = (to: Status, until: string | null = null) => console.act(id, setStatus(id, to, until));
  const isOpenEnded = snoozedUntil === null || isUntilReply(snoozedUntil);
  const until = isOpenEnded ? null : new Date(snoozedUntil);
  const state =
    status === 'snoozed'
      ? until
        ? t('snoozedUntil', { time: `${i18n.day(until)}, ${i18n.time(until)}` })
        : t('snoozedUntilReply')
      : t(`status_${status}`);

  return (
    <header class="conversation-head">
      <a class="icon-button on-phones" href={makeAddress(view)} aria-label={t('backToList')} title={t('backToList')}>
        <Icon outline={OUTLINES.back} />
      </a>
      <Avatar name={contact?.name ?? ''} url={contact?.picture} />
      <div class="conversation-who">
        <Heading title={contact?.name || t('someone')} />
        <p>{[`#${id}`, inbox?.name, state].filter(Boolean).join(' · ')}</p>
      </div>
      <div class="conversation-actions">
        {status !== 'resolved' && (
          <button type="button" class="secondary" onClick={() => set('resolved')}>
            {t('resolve')}
          </button>
        )}
        {status !== 'open' && (
          <button type="button" class="secondary" onClick={() => set('open')}>
            {t('reopen')}
          </button>
        )}
        <MenuButton
          label={t('snooze')}
          class="icon-button"
          groups={[
            {
              items: [
                ...snoozeTimes(new Date()).map(({ name, at }) => ({
                  label: `${t(name)} · ${i18n.day(at)}, ${i18n.time(at)}`,
                  onSelect: () => void set('snoozed', at.toISOString()),
                })),
                { label: t('untilReply'), onSelect: () => void set('snoozed') },
                {
                  label: t('untilDate'),
                  onSelect: () => (commands.picker.value = { kind: 'until', subject: { is: 'one', id } }),
                },
              ],
            },
          ]}
        >
          <Icon outline={OUTLINES.snooze} />
        </MenuButton>
        <MoreMenu console={console} record={record} contact={contact} />
        <button
          type="button"
          class="icon-button details-button"
          aria-label={t('showDetails')}
          title={t('showDetails')}
          aria-expanded={areDetailsShown.value}
          onClick={() => (areDetailsShown.value = !areDetailsShown.value)}
        >
          <Icon outline={OUTLINES.details} />
        </button>
      </div>
    </header>
  );
}
