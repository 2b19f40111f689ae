import { Icon } from '../../../kit/icon.tsx';
import type { Signal } from '../../../kit/signals.ts';
import type { ConversationsAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import type { Contact } from '../../store/contact.ts';
import type { Conversation } from '../../store/conversation.ts';
import { AppTabs } from '../apps/apps.tsx';
import { AttributesOf, Macros, Notes } from '../details/parts.ts';
import { PreviousConversations } from './previous-conversations.tsx';
import { Properties } from './properties.tsx';

export type DetailsProps = {
  console: Console;
  record: Conversation;
  contact: Contact | undefined;
  address: ConversationsAddress;
  /** Whether they cover the messages, where the window is too narrow for both. */
  areShown: Signal<boolean>;
};

/** What the conversation and its contact are. */
export function Details({ console, record, contact, address, areShown }: DetailsProps) {
  const { t } = useDesk().i18n;
  return (
    <aside class="details" aria-label={t('details')}>
      <button
        type="button"
        class="icon-button details-close"
        aria-label={t('hideDetails')}
        title={t('hideDetails')}
        onClick={() => (areShown.value = false)}
      >
        <Icon outline={ICONS.close} />
      </button>
      <AppTabs console={console} conversation={record.id}>
        <Properties console={console} record={record} />
        <h2>{t('contact')}</h2>
        {contact && <ContactFacts contact={contact} />}
        <AttributesOf console={console} record={record} contact={contact} />
        <Notes key={record.contactId} console={console} contactId={record.contactId} />
        <PreviousConversations console={console} contactId={record.contactId} number={record.id} address={address} />
        <Macros console={console} number={record.id} />
      </AppTabs>
    </aside>
  );
}

function ContactFacts({ contact }: { contact: Contact }) {
  const { t } = useDesk().i18n;
  const { name, email, phone, identifier, isBlocked } = contact;
  return (
    <>
      <dl class="facts">
        <Fact label={t('name')}>{name || t('someone')}</Fact>
        {email && (
          <Fact label={t('email')}>
            <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
          </Fact>
        )}
        {phone && (
          <Fact label={t('phone')}>
            <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} dir="ltr">
              {phone}
            </a>
          </Fact>
        )}
        {identifier && <Fact label={t('identifier')}>{identifier}</Fact>}
      </dl>
      {isBlocked && <p class="notice">{t('isBlocked')}</p>}
    </>
  );
}

function Fact({ label, children }: { label: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
