/** A line of a mail in plain text or HTML. */
export type TextLine = {
  /** Without the marks of a quotation, and without blanks around; '' = it is blank. */
  text: string;
  /** In how many quotations it is; 0 = none. */
  depth: number;
  /** In HTML: only what is answered follows, by a mark of Outlook. */
  beginsRest?: boolean;
  /** In HTML: the quotation is one element, in which nothing tells what was written into it. */
  isMarkedAsWhole?: boolean;
  /** A line across. */
  isRule?: boolean;
};

const BLANK: TextLine = { text: '', depth: 0 };

/** The line; beyond the end, a blank one. */
export const lineAt = (lines: readonly TextLine[], index: number): TextLine => lines[index] ?? BLANK;

const RULE = /^_{10,}$/;
/** Characters that nobody sees. */
const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF\u00AD]/g;

/** A line of plain text, or of HTML that is in `depth` quotations. */
export function lineOf(given: string, depth = 0): TextLine {
  const [marks = ''] = /^(?:> ?)*/.exec(given) ?? [];
  const text = given.slice(marks.length).replaceAll(INVISIBLE, '').trim();
  return { text, depth: depth + marks.replaceAll(' ', '').length, isRule: RULE.test(text) };
}

export const isBlankLine = ({ text, isRule }: TextLine) => text === '' && isRule !== true;
