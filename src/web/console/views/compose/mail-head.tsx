import { useId, useRef, useSignal } from '../../../kit/view.ts';
import { useDesk } from '../../desk.ts';
import type { TextKey } from '../../locales.ts';
import type { Mail, RecipientField } from './use-mail.ts';

const LABELS: Record<RecipientField, TextKey> = { to: 'mailTo', cc: 'mailCc', bcc: 'mailBcc' };
const MORE = ['cc', 'bcc'] as const;

export type MailHeadProps = { mail: Mail; /** Enter in a field: goes on to the text. */ onEnter: () => void };

/** The recipients of a mail, and its subject. */
export function MailHead({ mail, onEnter }: MailHeadProps) {
  const { t } = useDesk().i18n;
  const opened = useSignal<readonly RecipientField[]>([]);
  const isShown = (field: RecipientField) => mail.recipients[field] !== '' || opened.value.includes(field);
  const hidden = MORE.filter((field) => !isShown(field));
  return (
    <div class="mail-head">
      <Recipient mail={mail} field="to" onEnter={onEnter}>
        {hidden.map((field) => (
          <button
            key={field}
            type="button"
            class="link"
            onClick={() => (opened.value = [...opened.peek(), field])}
            aria-label={t('addField', { name: t(LABELS[field]) })}
          >
            {t(LABELS[field])}
          </button>
        ))}
      </Recipient>
      {MORE.filter(isShown).map((field) => (
        <Recipient key={field} mail={mail} field={field} isNew={opened.value.includes(field)} onEnter={onEnter} />
      ))}
      {mail.subject && (
        <p class="mail-line">
          <span class="mail-label">{t('subject')}</span>
          <span class="mail-subject" dir="auto">
            {mail.subject}
          </span>
        </p>
      )}
    </div>
  );
}

type RecipientProps = {
  mail: Mail;
  field: RecipientField;
  /** Whether it was opened to be filled in. */
  isNew?: boolean;
  onEnter: () => void;
  children?: preact.ComponentChildren;
};

function Recipient({ mail, field, isNew, onEnter, children }: RecipientProps) {
  const { t } = useDesk().i18n;
  const id = useId();
  const input = useRef<HTMLInputElement>();
  const problem = mail.problemOf(field);
  return (
    <>
      <div class="mail-line">
        <label class="mail-label" for={id}>
          {t(LABELS[field])}
        </label>
        <input
          id={id}
          ref={input}
          type="text"
          inputMode="email"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has asked for the field
          autoFocus={isNew}
          value={mail.recipients[field]}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onInput={({ currentTarget }) => mail.write(field, currentTarget.value)}
          onBlur={() => mail.check(field)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.isComposing) return;
            event.preventDefault();
            onEnter();
          }}
        />
        {children}
      </div>
      {problem && (
        <p id={`${id}-problem`} class="field-problem">
          {problem}
        </p>
      )}
    </>
  );
}
