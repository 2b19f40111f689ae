import { useRef } from '../../kit/view.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import { sendFiles } from './files.ts';
import { useUi } from './ui.ts';

/** Chooses files, or on a phone takes a picture. */
export function FileButtons() {
  const ui = useUi();
  const files = useRef<HTMLInputElement>();
  const camera = useRef<HTMLInputElement>();

  function open(input: HTMLInputElement | null) {
    void ui.widget.extras();
    input?.click();
  }

  function take(input: HTMLInputElement) {
    sendFiles(ui, [...(input.files ?? [])]);
    input.value = '';
  }

  return (
    <>
      <input ref={files} type="file" multiple hidden onChange={(event) => take(event.currentTarget)} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => take(event.currentTarget)}
      />
      <IconButton icon="attach" label={ui.i18n.t('attach')} onClick={() => open(files.current)} />
      <IconButton icon="camera" class="on-phones" label={ui.i18n.t('camera')} onClick={() => open(camera.current)} />
    </>
  );
}
