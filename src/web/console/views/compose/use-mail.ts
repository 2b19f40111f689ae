import { type Signal } from '../../../kit/signals.ts';
import { useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { Conversation } from '../../store/conversation.ts';
import type { Message } from '../../store/message.ts';
import type { Recipients } from '../../store/recipients.ts';
import type { Thread } from '../../store/thread.ts';
import { addressesIn, joined, proposeRecipients } from './recipients.ts';

export type RecipientField = keyof Recipients;
const FIELDS: readonly RecipientField[] = ['to', 'cc', 'bcc'];

/** The recipients of an answer in an e-mail inbox. */
export type Mail = {
  recipients: Recipients;
  /** '' = the server makes one. */
  subject: string;
  write: (field: RecipientField, typed: string) => void;
  /** What is wrong with a field that was checked; '' = nothing. */
  problemOf: (field: RecipientField) => string;
  check: (field: RecipientField) => void;
  /** The recipients to send; undefined = as the server addresses answers. Null = a field is wrong, which is shown. */
  toSend: () => Recipients | undefined | null;
};

/** Null = the conversation is in another kind of inbox. `answered`: the message that is quoted. */
export function useMail(
  console: Console,
  record: Conversation,
  thread: Thread,
  answered: Signal<number | null>,
): Mail | null {
  const { t } = useDesk().i18n;
  const checked = useSignal<readonly RecipientField[]>([]);
  const { inboxes } = console.start.value;
  const inbox = inboxes.find(({ id }) => id === record.inboxId);
  if (inbox?.channel_type !== 'Channel::Email') return null;

  const contact = console.store.contacts.get(record.contactId).value?.email ?? '';
  const own = inboxes.flatMap(({ email, forward_to_email: other }) => [email ?? '', other ?? '']).filter(Boolean);
  const proposed = proposeRecipients(newestFirst(), contact, own);
  const { recipients: written } = console.drafts.of(record.id, 'reply').value;
  const recipients = written ?? proposed;

  function* newestFirst(): Generator<Message | undefined> {
    const { messages } = console.store;
    if (answered.value !== null) yield messages.get(answered.value).value;
    for (const id of thread.ids.value.toReversed()) yield messages.get(id).value;
  }

  function wrongIn(field: RecipientField): string {
    const { addresses, wrong } = addressesIn(recipients[field]);
    if (wrong !== undefined) return t('noAddress', { text: wrong });
    return field === 'to' && addresses.length === 0 ? t('noRecipient') : '';
  }

  return {
    recipients,
    subject: subjectOf(record, thread, console),
    write: (field, typed) => console.drafts.address(record.id, { ...recipients, [field]: typed }),
    problemOf: (field) => (checked.value.includes(field) ? wrongIn(field) : ''),
    check: (field) => (checked.value = [...new Set([...checked.peek(), field])]),
    toSend() {
      checked.value = FIELDS;
      if (FIELDS.some((field) => wrongIn(field) !== '')) return null;
      checked.value = [];
      const plain = (field: RecipientField) => joined(addressesIn(recipients[field]).addresses);
      const sent = { to: plain('to'), cc: plain('cc'), bcc: plain('bcc') };
      const isUsual = written === null && sent.to === contact && sent.cc === '' && sent.bcc === '';
      return isUsual ? undefined : sent;
    },
  };
}

/** As the server writes it. */
function subjectOf({ additionalAttributes }: Conversation, thread: Thread, { store }: Console): string {
  const given = additionalAttributes['mail_subject'];
  const subject = typeof given === 'string' ? given.trim() : '';
  if (subject === '' || /^re:/i.test(subject)) return subject;
  const isFirst = !thread.ids.value.some((id) => isMail(store.messages.get(id).value));
  return isFirst ? subject : `Re: ${subject}`;
}

const isMail = (message: Message | undefined) =>
  message !== undefined && !message.isPrivate && message.kind !== 'activity';
