import { Dialog } from '../../../kit/controls/dialog.tsx';
import { Field } from '../../../kit/controls/field.tsx';
import { MenuButton } from '../../../kit/controls/menu.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { reasonOf } from '../../session/reason-of.ts';
import type { Contact } from '../../store/contact.ts';
import type { Conversation } from '../../store/conversation.ts';
import { markUnread, setMuted } from '../../sync/intents.ts';
import { MergeDialog } from '../details/parts.ts';
import { OUTLINES } from './outlines.ts';

export type MoreMenuProps = { console: Console; record: Conversation; contact: Contact | undefined };

/** What is seldom done with a conversation. */
export function MoreMenu({ console, record, contact }: MoreMenuProps) {
  const { i18n, toasts } = useDesk();
  const { t } = i18n;
  const { id, isMuted } = record;
  const opened = useSignal<'transcript' | 'merge' | 'delete' | null>(null);
  const email = useSignal('');
  const problem = useSignal('');
  const mayDelete = console.start.value.permissions.includes('conversation:delete');

  function open(dialog: 'transcript' | 'merge' | 'delete') {
    problem.value = '';
    email.value = contact?.email ?? '';
    opened.value = dialog;
  }

  async function request(method: string, path: string, body: object | undefined, done: string) {
    try {
      await console.api.request(method, path, body ? { body } : {});
      opened.value = null;
      toasts.show({ text: done });
    } catch (error) {
      problem.value = reasonOf(i18n, error);
    }
  }

  return (
    <>
      <MenuButton
        label={t('more')}
        class="icon-button"
        groups={[
          {
            items: [
              {
                label: t(isMuted ? 'unmute' : 'mute'),
                onSelect: () => void console.act(id, setMuted(id, !isMuted)),
              },
              { label: t('markUnread'), onSelect: () => void console.act(id, markUnread(id)) },
              { label: t('sendTranscript'), onSelect: () => open('transcript') },
              ...(contact ? [{ label: t('mergeContact'), onSelect: () => open('merge') }] : []),
            ],
          },
          ...(mayDelete ? [{ items: [{ label: t('delete'), onSelect: () => open('delete') }] }] : []),
        ]}
      >
        <Icon outline={OUTLINES.more} />
      </MenuButton>
      {opened.value === 'transcript' && (
        <Dialog title={t('sendTranscript')} closeLabel={t('close')} onClose={() => (opened.value = null)}>
          <form
            class="dialog-form"
            onSubmit={(event) => {
              event.preventDefault();
              const body = { email: email.peek().trim() };
              void request('POST', `/conversations/${id}/transcript`, body, t('transcriptSent', body));
            }}
          >
            <Field label={t('email')} type="email" value={email} isRequired problem={problem.value} />
            <button type="submit" class="primary">
              {t('send')}
            </button>
          </form>
        </Dialog>
      )}
      {opened.value === 'merge' && contact && (
        <MergeDialog console={console} contact={contact} onClose={() => (opened.value = null)} />
      )}
      {opened.value === 'delete' && (
        <Dialog title={t('deleteConversation')} closeLabel={t('close')} onClose={() => (opened.value = null)}>
          <div class="dialog-form">
            <p>{t('deleteConversationText')}</p>
            <div role="alert" class="problem">
              {problem.value && <p>{problem.value}</p>}
            </div>
            <button
              type="button"
              class="primary"
              onClick={() => void request('DELETE', `/conversations/${id}`, undefined, t('conversationDeleted'))}
            >
              {t('delete')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
