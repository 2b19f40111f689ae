import { isSwitchedOff } from '../../switches.ts';
import { NotedTime } from '../../time.ts';
import { asValue, JsonText } from './json-text.ts';
import { holds, type Kept } from './kept-texts.ts';

const isOn = !isSwitchedOff('PARLEY_TEST_NO_WHOLE_PAGES');

/** From so many characters on, the bytes are stored as well, for sending them again. */
const LARGE = 4000;

type TextOfRows = Kept & { name: string; others: readonly object[] };

/** One text for each remembered result, which lives as long as the result: `KeptRows` limits and forgets both together. */
const texts = new WeakMap<object, TextOfRows>();

/**
 * What `present` makes of remembered rows, as a text that is reused for as long as the rows are the same objects and the
 * time makes no difference. `rows`: everything that it is made of, each a frozen row or list of rows; the text is stored
 * with the first. `name`: everything else on which `present` depends, besides the time. Rows that are not remembered
 * are presented anew.
 */
export function textOfRows<Value>(
  rows: readonly [object, ...object[]],
  name: string,
  now: Date,
  present: (now: Date) => Value,
): Value {
  if (!isOn || !rows.every((one) => Object.isFrozen(one))) return present(now);
  const [first, ...others] = rows;
  const kept = texts.get(first);
  if (kept?.name === name && holds(kept, now) && kept.others.every((one, index) => one === others[index])) {
    if (kept.json.text.length >= LARGE) kept.json.utf8 ??= Buffer.from(kept.json.text);
    return asValue(kept.json);
  }
  const noted = new NotedTime(now);
  const json = new JsonText(JSON.stringify(present(noted)));
  const { from, until } = noted;
  texts.set(first, { json, from, until, name, others });
  return asValue(json);
}
