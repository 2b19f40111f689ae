import type { ComponentChildren } from 'preact';
import { Icon } from '../icon.tsx';
import { useEffect, useId, useRef } from '../view.ts';

export type DialogProps = {
  /** The heading, which is also the name of the dialog. */
  title: string;
  /** The label of the button that closes it. */
  closeLabel: string;
  onClose: () => void;
  /** Whether the heading is only heard. */
  isTitleHidden?: boolean;
  class?: string;
  children: ComponentChildren;
};

const CROSS = 'M6 6l12 12M18 6L6 18';

/**
 * A dialog that is open as long as it is drawn. Escape, the button and a click beside it ask to close it; when it is no longer
 * drawn, the focus is where it was before.
 */
export function Dialog({ title, closeLabel, onClose, isTitleHidden, class: more = '', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>();
  const heading = useId();
  useEffect(() => {
    const { current } = dialog;
    if (current && !current.open) current.showModal();
    return () => current?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      class={`dialog ${more}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-inside">
        <div class={isTitleHidden ? 'unseen' : 'dialog-head'}>
          <h2 id={heading}>{title}</h2>
          {!isTitleHidden && (
            <button type="button" class="icon-button" aria-label={closeLabel} title={closeLabel} onClick={onClose}>
              <Icon outline={CROSS} />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
