export type Keys = { palette: () => void; shortcuts: () => void };

/** Fields, in which letters are typed. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** Follows the keys that work everywhere; returns what ends it. */
export function watchKeys({ palette, shortcuts }: Keys): () => void {
  function press(event: KeyboardEvent) {
    const isModified = event.ctrlKey || event.metaKey;
    const isInField = event.target instanceof Element && event.target.closest(FIELDS) !== null;
    const isInDialog = document.querySelector('dialog[open]') !== null;
    if (event.isComposing || event.altKey || isInDialog) return;
    if (isModified && event.key.toLowerCase() === 'k') run(event, palette);
    else if (event.key === '?' && !isModified && !isInField) run(event, shortcuts);
  }

  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

/** Follows keys of a single letter, which work outside of fields, menus and dialogs; returns what ends it. */
export function watchLetters(commands: Record<string, () => void>): () => void {
  function press(event: KeyboardEvent) {
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    const isTaken = event.target instanceof Element && event.target.closest(`${FIELDS}, [role=menu]`) !== null;
    const isInDialog = document.querySelector('dialog[open]') !== null;
    const command = commands[event.key];
    if (command && !event.isComposing && !isModified && !isTaken && !isInDialog) run(event, command);
  }

  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

function run(event: KeyboardEvent, command: () => void) {
  event.preventDefault();
  command();
}
