import { MenuButton } from '../../../../kit/controls/menu.tsx';
import { Dialog } from '../../../../kit/controls/dialog.tsx';
import { Icon } from '../../../../kit/icon.tsx';
import { RequestError } from '../../../../kit/request.ts';
import type { Signal } from '../../../../kit/signals.ts';
import { useSignal } from '../../../../kit/view.ts';
import { makeAddress } from '../../../addresses.ts';
import type { Console } from '../../../console.ts';
import { useDesk } from '../../../desk.ts';
import { reasonOf } from '../../../session/reason-of.ts';
import type { Message } from '../../../store/message.ts';
import { OUTLINES } from '../outlines.ts';
import type { Translated } from './translated.ts';

export type MessageMenuProps = {
  console: Console;
  message: Message;
  /** The name of its row. */
  name: string;
  translated: Signal<Translated | null>;
};

/** What is seldom done with a message. */
export function MessageMenu({ console, message, name, translated }: MessageMenuProps) {
  const { i18n, toasts } = useDesk();
  const { t } = i18n;
  const isDeleting = useSignal(false);
  const { id, conversationId, content, isDeleted } = message;
  const path = `/conversations/${conversationId}/messages/${id}`;
  const mayDelete = !isDeleted && console.start.value.permissions.includes('message:write');

  async function copy(text: string, done: string) {
    try {
      await navigator.clipboard.writeText(text);
      toasts.show({ text: done });
    } catch {
      toasts.show({ text: t('notCopied'), isProblem: true });
    }
  }

  function copyLink() {
    const { id: account } = console.start.peek().account;
    const view = { kind: 'dashboard' } as const;
    const address = {
      screen: 'conversations',
      account,
      view,
      query: {},
      conversation: conversationId,
      message: id,
    } as const;
    void copy(`${location.origin}${makeAddress(address)}`, t('linkCopied'));
  }

  async function translate() {
    translated.value = { is: 'asking' };
    try {
      const body = { target_language: i18n.language() };
      const { content: text } = await console.api.request<{ content: string }>('POST', `${path}/translate`, { body });
      translated.value = { is: 'shown', text };
    } catch (error) {
      const isUnavailable = error instanceof RequestError && error.status === 503;
      translated.value = { is: 'failed', reason: isUnavailable ? t('noTranslation') : reasonOf(i18n, error) };
    }
  }

  const hasText = content.trim() !== '' && !isDeleted;
  return (
    <>
      <MenuButton
        label={t('actionsOf', { name })}
        class="icon-button message-menu"
        groups={[
          {
            items: [
              ...(hasText ? [{ label: t('copyText'), onSelect: () => void copy(content, t('textCopied')) }] : []),
              { label: t('copyLink'), onSelect: copyLink },
              ...(hasText && console.start.value.can_translate ? [translateItem()] : []),
            ],
          },
          ...(mayDelete
            ? [{ items: [{ label: t('deleteMessage'), onSelect: () => void (isDeleting.value = true) }] }]
            : []),
        ]}
      >
        <Icon outline={OUTLINES.more} />
      </MenuButton>
      {isDeleting.value && <DeleteDialog console={console} path={path} onClose={() => (isDeleting.value = false)} />}
    </>
  );

  function translateItem() {
    if (translated.value?.is !== 'shown') return { label: t('translate'), onSelect: () => void translate() };
    return { label: t('showOriginal'), onSelect: () => void (translated.value = null) };
  }
}

type DeleteDialogProps = { console: Console; path: string; onClose: () => void };

/** Says what is lost, and deletes the message. */
function DeleteDialog({ console, path, onClose }: DeleteDialogProps) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const problem = useSignal('');
  const isAsking = useSignal(false);

  async function remove() {
    if (isAsking.peek()) return;
    isAsking.value = true;
    problem.value = '';
    try {
      await console.api.request('DELETE', path);
      onClose();
    } catch (error) {
      problem.value = reasonOf(i18n, error);
    }
    isAsking.value = false;
  }

  return (
    <Dialog title={t('deleteMessageTitle')} closeLabel={t('close')} onClose={onClose}>
      <div class="dialog-form">
        <p>{t('deleteMessageText')}</p>
        <div role="alert" class="problem">
          {problem.value && <p>{problem.value}</p>}
        </div>
        <button type="button" class="primary" aria-busy={isAsking.value} onClick={() => void remove()}>
          {t('delete')}
        </button>
      </div>
    </Dialog>
  );
}
