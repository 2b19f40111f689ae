import { Dialog } from '../../../kit/controls/dialog.tsx';
import { Field } from '../../../kit/controls/field.tsx';
import { useId, useKept, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { Form } from '../../screens/form.tsx';
import { createSubmission } from '../../screens/submission.ts';
import { reasonOf } from '../../session/reason-of.ts';

type Website = { website_token: string; web_widget_script: string };

export type WebsiteDialogProps = { console: Console; onClose: () => void };

/** Makes the inbox of a website, shows its script, and opens a page with the chat to try. */
export function WebsiteDialog({ console, onClose }: WebsiteDialogProps) {
  const { i18n, place } = useDesk();
  const { t } = i18n;
  const submission = useKept(createSubmission);
  const [name, address] = [useSignal(''), useSignal('')];
  const made = useSignal<Website | null>(null);

  const create = () =>
    submission.run(
      async () => {
        const channel = { type: 'web_widget', website_url: wholeUrl(address.value.trim()) };
        const body = { name: name.value.trim(), channel };
        made.value = await console.api.request<Website>('POST', '/inboxes', { body });
      },
      (error) => reasonOf(i18n, error),
    );

  function close() {
    onClose();
    // Where the first message is: nobody has it yet.
    const { id: account } = console.start.peek().account;
    const all = { screen: 'conversations', account, view: { kind: 'dashboard' }, query: { assignee: 'all' } } as const;
    if (made.peek()) place.go(all);
  }

  return (
    <Dialog title={t('websiteChat')} closeLabel={t('close')} onClose={close}>
      {made.value ? (
        <Made website={made.value} onClose={close} />
      ) : (
        <Form submission={submission} button={t('create')} onSubmit={() => void create()}>
          <Field label={t('name')} value={name} hint={t('inboxNameHint')} isRequired />
          <Field label={t('websiteUrl')} value={address} autocomplete="url" isRequired />
        </Form>
      )}
    </Dialog>
  );
}

/** People leave out the beginning. */
const wholeUrl = (text: string) => (/^https?:\/\//i.test(text) ? text : `https://${text}`);

function Made({ website, onClose }: { website: Website; onClose: () => void }) {
  const { i18n, toasts } = useDesk();
  const { t } = i18n;
  const id = useId();
  async function copy() {
    try {
      // Without https, browsers have no clipboard for pages.
      await navigator.clipboard.writeText(website.web_widget_script);
      toasts.show({ text: t('copied') });
    } catch {
      toasts.show({ text: t('notCopied'), isProblem: true });
    }
  }
  return (
    <div class="form">
      <p>{t('tryWebsiteText')}</p>
      <a
        class="primary"
        href={`/widget_tests?${new URLSearchParams({ website_token: website.website_token })}`}
        target="_blank"
        rel="noopener"
      >
        {t('tryWebsite')}
      </a>
      <div class="field">
        <label for={id}>{t('scriptTag')}</label>
        <textarea id={id} rows={8} readOnly value={website.web_widget_script} spellcheck={false} class="code" />
        <p class="field-hint">{t('scriptTagHint')}</p>
      </div>
      <div class="dialog-buttons">
        <button type="button" class="secondary" onClick={() => void copy()}>
          {t('copy')}
        </button>
        <button type="button" class="secondary" onClick={onClose}>
          {t('done')}
        </button>
      </div>
    </div>
  );
}
