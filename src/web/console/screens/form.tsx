import type { ComponentChildren } from 'preact';
import { useDesk } from '../desk.ts';
import type { Submission } from './submission.ts';

export type FormProps = {
  submission: Submission;
  /** The button that sends it. */
  button: string;
  onSubmit: () => void;
  children: ComponentChildren;
};

/** Fields with one button, and above it why it was refused. */
export function Form({ submission, button, onSubmit, children }: FormProps) {
  const { i18n } = useDesk();
  const isSending = submission.isSending.value;
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Problem text={submission.problem.value} />
      <button type="submit" class="primary" aria-disabled={isSending} aria-busy={isSending}>
        {button}
      </button>
      <p class="unseen" role="status">
        {isSending && i18n.t('loading')}
      </p>
    </form>
  );
}

/** The region is there before anything is in it, so that the words are heard. */
export function Problem({ text }: { text: string }) {
  return (
    <div role="alert" class="problem">
      {text && <p>{text}</p>}
    </div>
  );
}
