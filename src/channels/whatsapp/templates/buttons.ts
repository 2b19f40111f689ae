import type { Attributes, Json } from '../../../entities/columns.ts';
import { objectIn } from '../hosts.ts';
import { isEmpty, typeOf, UNKNOWN } from './definition.ts';

/** Why a value cannot be written for its button; null = all can. `definitions` are the template's buttons. */
export function unwritableButton(given: Json | undefined, definitions: readonly Attributes[]): string | null {
  for (const [index, button] of (Array.isArray(given) ? given : []).entries()) {
    const { parameter } = objectIn(button);
    const type = sentType(objectIn(button), definitions[index]);
    if (parameter === undefined || isEmpty(parameter)) continue;
    const write = BUTTONS[type];
    if (!write) return `button ${index} is of the kind ${type}, ${UNKNOWN}`;
    if (write(parameter) === null) return `the value of button ${index} is not one for the kind ${type}`;
  }
  return null;
}

/** The components of the buttons with these values; `definitions` are the template's buttons. */
export function buttonsOf(given: Json | undefined, definitions: readonly Attributes[]): Attributes[] {
  const buttons = Array.isArray(given) ? given : [];
  return Array.from({ length: Math.max(buttons.length, definitions.length) }).flatMap((_, index) => {
    const button = objectIn(buttons[index]);
    const type = sentType(button, definitions[index]);
    const value = isEmpty(button['parameter'])
      ? NEEDS_COMPONENT[typeOf(definitions[index] ?? {})]
      : button['parameter'];
    const parameters = value === undefined ? null : (BUTTONS[type]?.(value) ?? null);
    return parameters === null ? [] : [{ type: 'button', sub_type: type, index: String(index), parameters }];
  });
}

/** How the value of each kind of button is written; null = it is not one. */
const BUTTONS: Record<string, (value: Json) => Attributes[] | null> = {
  url: written((text) => ({ type: 'text', text })),
  quick_reply: written((payload) => ({ type: 'payload', payload })),
  copy_code: written((code) => ({ type: 'coupon_code', coupon_code: code })),
  flow: action('flow_token'),
  catalog: action('thumbnail_product_retailer_id'),
  mpm: action(null),
  order_details: action(null),
  voice_call: (value) => {
    if (typeof value !== 'object') return [{ type: 'ttl_minutes', ttl_minutes: Number(value) }];
    return Object.entries(objectIn(value)).map(([type, one]) => ({ type, [type]: one }));
  },
};

function written(parameter: (text: string) => Attributes) {
  return (value: Json) => (isText(value) ? [parameter(String(value).trim())] : null);
}

/** An object is the whole action, and a text the field of it that is given alone. */
function action(field: string | null) {
  return (value: Json): Attributes[] | null => {
    if (isText(value)) return field === null ? null : [{ type: 'action', action: { [field]: String(value).trim() } }];
    return Array.isArray(value) ? null : [{ type: 'action', action: objectIn(value) }];
  };
}

const isText = (value: Json) => ['string', 'number'].includes(typeof value);

/** The kind in the message, else the kind in the template. */
const sentType = (given: Attributes, defined: Attributes = {}) => typeOf(given) || typeOf(defined) || 'url';

/** A form opens without a value, but its button is sent all the same. */
const NEEDS_COMPONENT: Record<string, Json> = { flow: 'unused' };
