import type { Attributes } from '../../entities/columns.ts';
import { listAt, objectAt, objectIn, textAt } from '../receiving/json-parts.ts';

/** A part of a callback, about a single number. `field` '' = 360dialog's older form, which has only one part. */
export type Change = { field: string; value: Attributes };

/** The parts of a callback, in order. @throws Error when the body is not a callback of WhatsApp */
export function changesIn(body: string): Change[] {
  const callback = objectIn(body);
  if (!Array.isArray(callback['entry'])) return [{ field: '', value: callback }];
  return listAt(callback, 'entry').flatMap((entry) =>
    listAt(entry, 'changes').map((change) => ({ field: textAt(change, 'field'), value: objectAt(change, 'value') })),
  );
}

/** The changes for a number of the business. '' = the callback does not name the number. */
export type OfNumber = { phoneNumberId: string; phoneNumber: string; changes: readonly Change[] };

/**
 * The parts of a callback by number: all numbers of a business may share the callback address of one inbox.
 * @throws Error when the body is not a callback of WhatsApp
 */
export function splitByNumber(body: string): OfNumber[] {
  const changes = Map.groupBy(changesIn(body), ({ value }) => textAt(objectAt(value, 'metadata'), 'phone_number_id'));
  return [...changes].map(([phoneNumberId, of]) => {
    const [number = ''] = of.map(({ value }) => textAt(objectAt(value, 'metadata'), 'display_phone_number'));
    return { phoneNumberId, phoneNumber: `+${number.replaceAll(/\D/g, '')}`, changes: of };
  });
}

/** A callback with only these changes. */
export const bodyOfNumber = (changes: readonly Change[]): string => JSON.stringify({ entry: [{ changes }] });
