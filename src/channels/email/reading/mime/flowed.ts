/** The separator of a signature, which belongs to no paragraph. */
const SIGNATURE = '-- ';

/**
 * Text with `format=flowed` (RFC 3676) with one line for each paragraph. Lines join where the first ends in a blank and both have
 * the same depth of quotation; `deletesBlanks` (DelSp) = the blank goes. Quoted lines keep their marks.
 */
export function unflowed(text: string, deletesBlanks: boolean): string {
  const lines: string[] = [];
  /** The paragraph that goes on, and its depth. */
  let parts: string[] = [];
  let depth = 0;
  const end = () => {
    if (parts.length === 0) return;
    // A blank without a line that follows it is none of the text's.
    const paragraph = parts.join('');
    lines.push(marked(depth, paragraph === SIGNATURE ? paragraph : paragraph.trimEnd()));
    parts = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const [marks = ''] = /^>*/.exec(line) ?? [];
    const stuffed = line.slice(marks.length);
    const content = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed;
    if (marks.length !== depth || content === SIGNATURE) end();
    depth = marks.length;
    const flows = content.endsWith(' ') && content !== SIGNATURE;
    parts.push(flows && deletesBlanks ? content.slice(0, -1) : content);
    if (!flows) end();
  }
  end();
  return lines.join('\n');
}

/** A line that only looks quoted keeps the blank before it. */
function marked(depth: number, paragraph: string): string {
  if (depth > 0) return paragraph === '' ? '>'.repeat(depth) : `${'>'.repeat(depth)} ${paragraph}`;
  return paragraph.startsWith('>') ? ` ${paragraph}` : paragraph;
}
