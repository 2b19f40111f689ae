import { Icon } from '../../../kit/icon.tsx';
import { linkTo } from '../../../../markdown/link-to.ts';
import { useEffect, useId, useRef, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import { reasonOf } from '../../session/reason-of.ts';
import type { Contact } from '../../store/contact.ts';
import type { Conversation } from '../../store/conversation.ts';
import type { Attributes } from '../../store/wire.ts';
import { type Definition, definitionsOf } from '../filter/definitions.ts';

export type AttributesOfProps = { console: Console; record: Conversation; contact: Contact | undefined };

/** An attribute with its value, of the contact or of the conversation. */
type Row = { model: Definition['attribute_model']; key: string; value: unknown; definition: Definition | undefined };

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** The custom attributes of the contact and of the conversation; those that the account has defined can be changed. */
export function AttributesOf({ console, record, contact }: AttributesOfProps) {
  const { t } = useDesk().i18n;
  const definitions = definitionsOf(console).value;
  const rows = [
    ...rowsOf('conversation_attribute', record.attributes, definitions),
    ...(contact ? rowsOf('contact_attribute', contact.attributes, definitions) : []),
  ];
  const paths = {
    conversation_attribute: {
      method: 'POST',
      path: `/conversations/${record.id}/custom_attributes`,
      more: { merge: true },
    },
    contact_attribute: { method: 'PATCH', path: `/contacts/${record.contactId}`, more: {} },
  };

  /** The event of the change brings the value. */
  async function save(model: Row['model'], key: string, value: unknown) {
    const { method, path, more } = paths[model];
    await console.api.request(method, path, { body: { custom_attributes: { [key]: value }, ...more } });
  }

  return (
    <>
      <h2>{t('attributes')}</h2>
      {rows.length === 0 && <p class="dim">{t('noAttributes')}</p>}
      <dl class="facts">
        {rows.map((row) => (
          <AttributeRow key={`${row.model} ${row.key}`} row={row} onSave={(value) => save(row.model, row.key, value)} />
        ))}
      </dl>
    </>
  );
}

function rowsOf(model: Row['model'], values: Attributes, definitions: readonly Definition[]): Row[] {
  const defined = definitions.filter((one) => one.attribute_model === model);
  const keys = new Set(defined.map(({ attribute_key: key }) => key));
  const others = Object.entries(values).filter(([key, value]) => !keys.has(key) && !isEmpty(value));
  return [
    ...defined.map((definition) => {
      const key = definition.attribute_key;
      return { model, key, value: Object.hasOwn(values, key) ? values[key] : null, definition };
    }),
    ...others.map(([key, value]) => ({ model, key, value, definition: undefined })),
  ];
}

function AttributeRow({ row, onSave }: { row: Row; onSave: (value: unknown) => Promise<void> }) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const isEdited = useSignal(false);
  const button = useRef<HTMLButtonElement>();
  const { definition, value } = row;
  const name = definition?.attribute_display_name ?? row.key;

  function end() {
    isEdited.value = false;
    requestAnimationFrame(() => button.current?.focus());
  }

  return (
    <div>
      <dt>{name}</dt>
      <dd class="attribute">
        {isEdited.value && definition ? (
          <Editor name={name} definition={definition} value={value} onSave={onSave} onEnd={end} />
        ) : (
          <>
            <Shown value={value} definition={definition} />
            {definition && (
              <button
                ref={button}
                type="button"
                class="icon-button"
                aria-label={t('editAttribute', { name })}
                title={t('editAttribute', { name })}
                onClick={() => (isEdited.value = true)}
              >
                <Icon outline={ICONS.edit} />
              </button>
            )}
          </>
        )}
      </dd>
    </div>
  );
}

function Shown({ value, definition }: { value: unknown; definition: Definition | undefined }) {
  const { i18n } = useDesk();
  if (isEmpty(value)) return <span class="dim">{i18n.t('noValue')}</span>;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  switch (definition?.attribute_display_type) {
    case 'checkbox':
      return <span>{i18n.t(value === true || text === 'true' ? 'yes' : 'no')}</span>;
    case 'date': {
      const date = new Date(text.length === 10 ? `${text}T00:00` : text);
      return <span>{Number.isNaN(date.getTime()) ? text : i18n.day(date)}</span>;
    }
    case 'link': {
      const href = linkTo(text);
      return href ? (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      ) : (
        <span>{text}</span>
      );
    }
    default:
      return <span>{text}</span>;
  }
}

type EditorProps = {
  name: string;
  definition: Definition;
  value: unknown;
  onSave: (value: unknown) => Promise<void>;
  onEnd: () => void;
};

/** Changes a value, as its kind asks for. */
function Editor({ name, definition, value, onSave, onEnd }: EditorProps) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const id = useId();
  const text = useSignal(
    isEmpty(value) ? '' : String(value).slice(0, definition.attribute_display_type === 'date' ? 10 : undefined),
  );
  const problem = useSignal('');
  const form = useRef<HTMLFormElement>();
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), []);

  async function save() {
    const read = readValue(definition, text.peek().trim());
    if (read === undefined) {
      problem.value = definition.regex_cue || t('badValue');
      return;
    }
    try {
      await onSave(read);
      onEnd();
    } catch (error) {
      problem.value = reasonOf(i18n, error);
    }
  }

  return (
    <form
      ref={form}
      class="attribute-form field"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEnd();
      }}
    >
      <Value id={id} name={name} definition={definition} text={text.value} onChange={(next) => (text.value = next)} />
      <p role="alert" class="field-problem">
        {problem.value}
      </p>
      <div class="dialog-buttons">
        <button type="button" class="secondary" onClick={onEnd}>
          {t('cancel')}
        </button>
        <button type="submit" class="primary">
          {t('save')}
        </button>
      </div>
    </form>
  );
}

type ValueProps = { id: string; name: string; definition: Definition; text: string; onChange: (text: string) => void };

function Value({ id, name, definition, text, onChange }: ValueProps) {
  const { t } = useDesk().i18n;
  const { attribute_display_type: type, attribute_values: values } = definition;
  const choices =
    type === 'list'
      ? values.map((one) => ({ value: one, label: one }))
      : type === 'checkbox'
        ? (['true', 'false'] as const).map((one) => ({ value: one, label: t(one === 'true' ? 'yes' : 'no') }))
        : null;
  if (choices) {
    return (
      <select id={id} aria-label={name} value={text} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{t('noValue')}</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  const kind = NUMBERS.includes(type) ? 'number' : type === 'date' ? 'date' : type === 'link' ? 'url' : 'text';
  return (
    <input
      id={id}
      type={kind as 'text'}
      step={kind === 'number' ? 'any' : undefined}
      aria-label={name}
      value={text}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const NUMBERS: readonly string[] = ['number', 'currency', 'percent'];

/** The value of what was typed; null = none; undefined = it is no value of this attribute. */
function readValue({ attribute_display_type: type, regex_pattern: pattern }: Definition, text: string): unknown {
  if (text === '') return null;
  if (type === 'checkbox') return text === 'true';
  if (NUMBERS.includes(type)) return Number.isFinite(Number(text)) ? Number(text) : undefined;
  return pattern && !fitsPattern(pattern, text) ? undefined : text;
}

/** Patterns have slashes and flags, or neither; the server has checked that they are such. */
function fitsPattern(pattern: string, text: string): boolean {
  const [, source = pattern, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(pattern) ?? [];
  try {
    return new RegExp(source, flags).test(text);
  } catch {
    return true;
  }
}
