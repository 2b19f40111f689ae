import type { Attributes } from '../../entities/columns.ts';
import { itemsOf, textIn } from '../render-text.ts';
import type { OutgoingMessage } from '../transport.ts';

const BODY_LENGTH = 1024;
const MOST_BUTTONS = 3;
const BUTTON_LENGTH = 20;
const BUTTON_ID_LENGTH = 256;
const MOST_ROWS = 10;
const ROW_LENGTH = 24;
const ROW_ID_LENGTH = 200;
/** On the button that opens the list. */
const LIST_BUTTON = 'Choose';

type Choice = { id: string; title: string };

/**
 * The choices of the message as buttons, or as a list if there are too many for buttons; null = no choices, or they fit
 * neither. The contact's answer has the value of the choice.
 */
export function interactiveOf(message: OutgoingMessage, text: string): Attributes | null {
  if (message.contentType !== 'input_select' || text === '' || text.length > BODY_LENGTH) return null;
  const choices = itemsOf(message.contentAttributes).map((item): Choice => ({
    title: textIn(item, 'title'),
    id: textIn(item, 'value') || textIn(item, 'title'),
  }));
  const body = { text };
  if (doFit(choices, MOST_BUTTONS, BUTTON_LENGTH, BUTTON_ID_LENGTH)) {
    const buttons = choices.map((choice) => ({ type: 'reply', reply: choice }));
    return { type: 'button', body, action: { buttons } };
  }
  if (doFit(choices, MOST_ROWS, ROW_LENGTH, ROW_ID_LENGTH)) {
    return { type: 'list', body, action: { button: LIST_BUTTON, sections: [{ rows: choices }] } };
  }
  return null;
}

/** Whether there are few enough choices, each with a title and an id of its own that are short enough. */
function doFit(choices: Choice[], most: number, titleLength: number, idLength: number): boolean {
  const areShort = choices.every(
    ({ title, id }) => title !== '' && title.length <= titleLength && id.length <= idLength,
  );
  const areDifferent = (['title', 'id'] as const).every(
    (key) => new Set(choices.map((choice) => choice[key])).size === choices.length,
  );
  return choices.length > 0 && choices.length <= most && areShort && areDifferent;
}
