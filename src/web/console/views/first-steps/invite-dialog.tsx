import { Dialog } from '../../../kit/controls/dialog.tsx';
import { useId, useKept, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { Form } from '../../screens/form.tsx';
import { createSubmission } from '../../screens/submission.ts';
import { reasonOf } from '../../session/reason-of.ts';
import { addressesIn } from '../compose/recipients.ts';

export type InviteDialogProps = { console: Console; onClose: () => void };

/** Invites people to the account by mail, as agents of all of its inboxes. */
export function InviteDialog({ console, onClose }: InviteDialogProps) {
  const { i18n, toasts } = useDesk();
  const { t } = i18n;
  const submission = useKept(createSubmission);
  const text = useSignal('');
  const id = useId();

  const invite = () =>
    submission.run(
      async () => {
        const emails = [...new Set(addressesIn(text.value).addresses)];
        const inbox_ids = console.start.peek().inboxes.map((inbox) => inbox.id);
        await console.api.request('POST', '/agents/bulk_create', { body: { emails, inbox_ids } });
        toasts.show({ text: t('invited', { n: emails.length }) });
        onClose();
      },
      (error) => reasonOf(i18n, error),
    );

  return (
    <Dialog title={t('inviteColleagues')} closeLabel={t('close')} onClose={onClose}>
      <Form submission={submission} button={t('invite')} onSubmit={() => void invite()}>
        <div class="field">
          <label for={id}>{t('emailAddresses')}</label>
          <textarea
            id={id}
            rows={4}
            required
            value={text.value}
            spellcheck={false}
            aria-describedby={`${id}-about`}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
          <p id={`${id}-about`} class="field-hint">
            {t('emailAddressesHint')}
          </p>
        </div>
      </Form>
    </Dialog>
  );
}
