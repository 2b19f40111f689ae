export type Keys = { palette: () => void };

/** What keys do, by the letter, or by two that are pressed one after the other: `e`, `g m`. */
export type Letters = Readonly<Record<string, () => void>>;

/** Fields, in which letters are typed, and menus, in which they lead to items. */
const TAKEN = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]';
/** The second letter comes no later. */
const SECOND_MS = 1500;

const all = new Set<Letters>();
/** The first of two letters. */
let first = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows the keys that work everywhere; returns what ends it. */
export function watchKeys({ palette }: Keys): () => void {
  function press(event: KeyboardEvent) {
    const isModified = event.ctrlKey || event.metaKey;
    if (event.isComposing || event.altKey || isInDialog()) return;
    if (isModified && event.key.toLowerCase() === 'k') run(event, palette);
  }

  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

/**
 * Follows keys of a single letter, and of two after each other, which work outside of fields, menus and dialogs, unless the user has
 * switched them off; returns what ends it.
 */
export function watchLetters(letters: Letters): () => void {
  if (all.size === 0) addEventListener('keydown', press);
  all.add(letters);
  return () => {
    all.delete(letters);
    if (all.size === 0) removeEventListener('keydown', press);
  };
}

/** Has keys of single letters work, or not. */
export function switchLetters(areOn: boolean): void {
  document.documentElement.dataset['letters'] = areOn ? 'on' : 'off';
}

function press(event: KeyboardEvent): void {
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  const isTaken = event.target instanceof Element && event.target.closest(TAKEN) !== null;
  const isOff = document.documentElement.dataset['letters'] === 'off' && event.key !== 'Escape';
  if (event.isComposing || isModified || isTaken || isOff || isInDialog()) return;
  const letter = letterOf(event);
  const pressed = first === '' ? letter : `${first} ${letter}`;
  clearTimeout(timer);
  first = '';
  const command = commandFor(pressed);
  if (command) {
    run(event, command);
    return;
  }
  const isFirst = [...all].some((letters) => Object.keys(letters).some((keys) => keys.startsWith(`${pressed} `)));
  if (!isFirst) return;
  event.preventDefault();
  first = pressed;
  timer = setTimeout(() => (first = ''), SECOND_MS);
}

/** What was added last comes first. */
function commandFor(pressed: string): (() => void) | undefined {
  return [...all].findLast((letters) => Object.hasOwn(letters, pressed))?.[pressed];
}

/** On keyboards with other scripts, the letter of the key's place. */
function letterOf({ key, code }: KeyboardEvent): string {
  const isOther = key.length === 1 && key.charCodeAt(0) > 127;
  return isOther && code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}

const isInDialog = () => document.querySelector('dialog[open]') !== null;

function run(event: KeyboardEvent, command: () => void): void {
  event.preventDefault();
  command();
}
