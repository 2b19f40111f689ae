import { Field } from '../../../../kit/controls/field.tsx';
import { type Signal, signal } from '../../../../kit/signals.ts';
import { useKept, useRef, useSignal } from '../../../../kit/view.ts';
import { useDesk } from '../../../desk.ts';
import { filled, type Place, type Template } from './read-templates.ts';

const ADDRESS = /^https?:\/\/\S+$/i;

export type TemplateFormProps = {
  template: Template;
  onBack: () => void;
  onSend: (content: string, params: object) => void;
};

/** A field for each place of a template, beside what the contact will read. */
export function TemplateForm({ template, onBack, onSend }: TemplateFormProps) {
  const { t } = useDesk().i18n;
  const form = useRef<HTMLFormElement>();
  const fields = useKept(() => new Map<string, Signal<string>>(template.places.map(({ id }) => [id, signal('')])));
  const isChecked = useSignal(false);
  const values = new Map([...fields].map(([id, { value }]) => [id, value.trim()]));

  function problemOf({ id, in: where }: Place): string {
    const value = values.get(id) ?? '';
    if (value === '') return t('fillIn');
    return where === 'file' && !ADDRESS.test(value) ? t('noWebAddress') : '';
  }

  function labelOf({ in: where, name, button }: Place): string {
    if (where === 'file') return t('templateFile');
    if (where === 'button') return t('templateButton', { name: button });
    return t(where === 'header' ? 'templateHeader' : 'templateValue', { name: `{{${name}}}` });
  }

  function send(event: Event) {
    event.preventDefault();
    isChecked.value = true;
    if (template.places.every((place) => problemOf(place) === '')) {
      onSend(filled(template.body, 'body', values), template.paramsWith(values));
    } else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  return (
    <form ref={form} class="dialog-form" noValidate onSubmit={send}>
      <div class="template-preview" role="group" aria-label={t('preview')} dir="auto">
        {template.header && <strong>{filled(template.header, 'header', values)}</strong>}
        <p>{filled(template.body, 'body', values)}</p>
        {template.footer && <p class="dim">{template.footer}</p>}
        {template.buttons.map((words) => (
          <span class="template-button">{words}</span>
        ))}
      </div>
      {template.places.map((place) => (
        <Field
          key={place.id}
          label={labelOf(place)}
          value={fields.get(place.id) ?? signal('')}
          problem={isChecked.value ? problemOf(place) : undefined}
        />
      ))}
      <div class="dialog-actions">
        <button type="button" class="secondary" onClick={onBack}>
          {t('back')}
        </button>
        <button type="submit" class="primary">
          {t('send')}
        </button>
      </div>
    </form>
  );
}
