import { Icon } from '../../../kit/icon.tsx';
import type { Signal } from '../../../kit/signals.ts';
import { useRef, useSignal } from '../../../kit/view.ts';
import { useDesk } from '../../desk.ts';
import { OUTLINES } from '../thread/outlines.ts';
import { EmojiPicker } from './parts.ts';
import type { Signature } from './use-signature.ts';

export type ToolsProps = {
  attach: (files: readonly File[]) => void;
  isFormatting: Signal<boolean>;
  /** Null = the message has none. */
  signature: Signature | null;
  /** Null = the channel has none. */
  openTemplates: (() => void) | null;
  openCanned: () => void;
  /** Writes at the cursor. */
  insert: (words: string) => void;
};

/** The buttons below the field. */
export function Tools({ attach, isFormatting, signature, openTemplates, openCanned, insert }: ToolsProps) {
  const { t } = useDesk().i18n;
  const chooser = useRef<HTMLInputElement>();
  const areEmojiOpen = useSignal(false);
  return (
    <div class="composer-tools">
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget: input }) => {
          attach([...(input.files ?? [])]);
          input.value = '';
        }}
      />
      <Tool label={t('attachFiles')} outline={OUTLINES.attach} onClick={() => chooser.current?.click()} />
      <span class="emoji-place">
        <Tool
          label={t('emoji')}
          outline={OUTLINES.emoji}
          aria-expanded={areEmojiOpen.value}
          onClick={() => (areEmojiOpen.value = !areEmojiOpen.peek())}
        />
        {areEmojiOpen.value && (
          <EmojiPicker
            onPick={(emoji) => {
              areEmojiOpen.value = false;
              insert(emoji);
            }}
            onClose={() => (areEmojiOpen.value = false)}
          />
        )}
      </span>
      <Tool
        label={t('formatting')}
        outline={OUTLINES.format}
        aria-expanded={isFormatting.value}
        onClick={() => (isFormatting.value = !isFormatting.peek())}
      />
      <Tool label={t('cannedResponses')} outline={OUTLINES.canned} onClick={openCanned} />
      {openTemplates && <Tool label={t('templates')} outline={OUTLINES.template} onClick={openTemplates} />}
      {signature && signature.text !== '' && (
        <Tool
          label={t('signature')}
          outline={OUTLINES.signature}
          role="switch"
          aria-checked={signature.isOn}
          onClick={() => signature.setOn(!signature.isOn)}
        />
      )}
    </div>
  );
}

type ToolProps = {
  label: string;
  outline: string;
  onClick: () => void;
  role?: 'switch';
  'aria-checked'?: boolean;
  'aria-expanded'?: boolean;
};

function Tool({ label, outline, ...more }: ToolProps) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} {...more}>
      <Icon outline={outline} />
    </button>
  );
}
