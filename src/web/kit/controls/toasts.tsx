import { Icon } from '../icon.tsx';
import { type ReadonlySignal, signal } from '../signals.ts';

/** A sentence about something that was done, or was not. */
export type Toast = {
  text: string;
  /** Whether something was not done: it stays until it is dismissed. */
  isProblem?: boolean;
  action?: { label: string; run: () => void };
};

type Shown = Toast & { id: number };

export type Toasts = {
  shown: ReadonlySignal<readonly Shown[]>;
  /** Shows one; returns its number. */
  show: (toast: Toast) => number;
  dismiss: (id: number) => void;
};

/** Long enough to read a sentence, and to reach its button. */
const SHOWN_MS = 6000;
const MOST = 3;
const CROSS = 'M6 6l12 12M18 6L6 18';

/** The newest are shown, one above the other. */
export function createToasts(): Toasts {
  const shown = signal<readonly Shown[]>([]);
  let last = 0;
  const dismiss = (id: number) => void (shown.value = shown.peek().filter((one) => one.id !== id));
  return {
    shown,
    dismiss,
    show(toast) {
      last += 1;
      const id = last;
      shown.value = [...shown.peek(), { ...toast, id }].slice(-MOST);
      if (!toast.isProblem) setTimeout(() => dismiss(id), SHOWN_MS);
      return id;
    },
  };
}

export type ToastListProps = { toasts: Toasts; dismissLabel: string };

/** Where toasts are shown, and heard: both regions are there before anything is in them. */
export function ToastList({ toasts, dismissLabel }: ToastListProps) {
  const all = toasts.shown.value;
  const rows = (isProblem: boolean) =>
    all
      .filter((toast) => Boolean(toast.isProblem) === isProblem)
      .map((toast) => (
        <div key={toast.id} class={`toast ${isProblem ? 'is-problem' : ''}`}>
          <p>{toast.text}</p>
          {toast.action && (
            <button type="button" class="link" onClick={toast.action.run}>
              {toast.action.label}
            </button>
          )}
          {isProblem && (
            <button
              type="button"
              class="icon-button"
              aria-label={dismissLabel}
              title={dismissLabel}
              onClick={() => toasts.dismiss(toast.id)}
            >
              <Icon outline={CROSS} />
            </button>
          )}
        </div>
      ));
  return (
    <div class="toasts">
      <div role="status">{rows(false)}</div>
      <div role="alert">{rows(true)}</div>
    </div>
  );
}
