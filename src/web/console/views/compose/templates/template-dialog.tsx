import { Dialog } from '../../../../kit/controls/dialog.tsx';
import { useId, useSignal } from '../../../../kit/view.ts';
import { useDesk } from '../../../desk.ts';
import type { Inbox } from '../../../sync/start.ts';
import { type Template, templatesOf } from './read-templates.ts';
import { TemplateForm } from './template-form.tsx';

export type TemplateDialogProps = {
  inbox: Inbox;
  onClose: () => void;
  /** `params` is what the API calls `template_params`. */
  onSend: (content: string, params: object) => void;
};

/** Chooses a template of the inbox, fills in its places, and sends it. */
export function TemplateDialog({ inbox, onClose, onSend }: TemplateDialogProps) {
  const { t } = useDesk().i18n;
  const chosen = useSignal<Template | null>(null);
  return (
    <Dialog title={t('templates')} closeLabel={t('close')} onClose={onClose} class="templates">
      {chosen.value ? (
        <TemplateForm template={chosen.value} onBack={() => (chosen.value = null)} onSend={onSend} />
      ) : (
        <Choice templates={templatesOf(inbox)} onChoose={(template) => (chosen.value = template)} />
      )}
    </Dialog>
  );
}

function Choice({ templates, onChoose }: { templates: Template[]; onChoose: (template: Template) => void }) {
  const { t } = useDesk().i18n;
  const id = useId();
  const typed = useSignal('');
  const wanted = typed.value.trim().toLowerCase();
  const found = templates.filter(({ name, body }) => `${name} ${body}`.toLowerCase().includes(wanted));
  if (templates.length === 0) return <p>{t('noTemplates')}</p>;
  return (
    <>
      <div class="field">
        <label class="unseen" for={id}>
          {t('searchTemplates')}
        </label>
        <input
          id={id}
          type="search"
          placeholder={t('searchTemplates')}
          value={typed.value}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
      </div>
      <ul class="template-list" aria-label={t('templates')}>
        {found.map((template) => (
          <li key={template.id}>
            <button type="button" disabled={!template.isSendable} onClick={() => onChoose(template)}>
              <span class="template-head">
                <strong>{template.name}</strong>
                <span>{[template.language, template.category.toLowerCase()].filter(Boolean).join(' · ')}</span>
              </span>
              <span class="template-body" dir="auto">
                {template.body}
              </span>
              {!template.isSendable && <span>{t('onlyByApi')}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p role="status">{found.length === 0 && t('nothingFits')}</p>
    </>
  );
}
