/** A text with what is selected of it. */
export type Edit = { text: string; from: number; to: number };

export type Mark = 'bold' | 'italic' | 'code' | 'list' | 'link';

const AROUND = { bold: '**', italic: '_', code: '`' } as const;
const FENCE = '```';
const BULLET = '- ';
const ADDRESS = /^https?:\/\/\S+$/i;

/** Marks what is selected as Markdown does, or takes the mark away. */
export function marked(edit: Edit, mark: Mark): Edit {
  if (mark === 'list') return listed(edit);
  if (mark === 'link') return linked(edit);
  const isBlock = mark === 'code' && edit.text.slice(edit.from, edit.to).includes('\n');
  return isBlock ? around(edit, `${FENCE}\n`, `\n${FENCE}`) : around(edit, AROUND[mark], AROUND[mark]);
}

function around({ text, from, to }: Edit, start: string, end: string): Edit {
  const isMarked = text.slice(0, from).endsWith(start) && text.slice(to).startsWith(end);
  const [before, after] = isMarked
    ? [text.slice(0, from - start.length), text.slice(to + end.length)]
    : [text.slice(0, from) + start, end + text.slice(to)];
  return { text: before + text.slice(from, to) + after, from: before.length, to: before.length + to - from };
}

/** Each line that is selected becomes an item, or none if all of them are. */
function listed({ text, from, to }: Edit): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next === -1 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const areItems = lines.every((line) => line.startsWith(BULLET));
  const changed = lines.map((line) => (areItems ? line.slice(BULLET.length) : BULLET + line)).join('\n');
  const at = start + changed.length;
  return { text: text.slice(0, start) + changed + text.slice(end), from: lines.length > 1 ? start : at, to: at };
}

/** Words get an address to be typed, and an address gets words. */
function linked({ text, from, to }: Edit): Edit {
  const chosen = text.slice(from, to);
  const isAddress = ADDRESS.test(chosen);
  const link = isAddress ? `[](${chosen})` : `[${chosen}](https://)`;
  const at = isAddress || chosen === '' ? from + 1 : from + link.length - 1;
  return { text: text.slice(0, from) + link + text.slice(to), from: at, to: at };
}

/** Writes into the field as if it was typed, so that the browser can undo it. */
export function insert(field: HTMLTextAreaElement, from: number, to: number, words: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  // No other way keeps what the browser can undo.
  // oxlint-disable-next-line typescript/no-deprecated
  if (document.execCommand('insertText', false, words)) return;
  field.setRangeText(words, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Changes the field as `change` does, and selects what it says. */
export function edit(field: HTMLTextAreaElement, change: (edit: Edit) => Edit): void {
  const { value: text, selectionStart: from, selectionEnd: to } = field;
  const next = change({ text, from, to });
  const [start, end] = differenceOf(text, next.text);
  insert(field, start, text.length - end, next.text.slice(start, next.text.length - end));
  field.setSelectionRange(next.from, next.to);
}

/** How many characters two texts share at their beginning, and then at their end. */
function differenceOf(one: string, other: string): [start: number, end: number] {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [start, end];
}
