import type { Attributes } from '../../entities/columns.ts';
import { listAt, objectAt, objectIn, textAt } from '../receiving/json-parts.ts';

/** A part of a callback: what it tells of one number. `field` '' = 360dialog's older form, which has one part. */
export type Change = { field: string; value: Attributes };

/** The parts of a callback, in their order. @throws Error when it is not that of WhatsApp */
export function changesIn(body: string): Change[] {
  const callback = objectIn(body);
  if (!Array.isArray(callback['entry'])) return [{ field: '', value: callback }];
  return listAt(callback, 'entry').flatMap((entry) =>
    listAt(entry, 'changes').map((change) => ({ field: textAt(change, 'field'), value: objectAt(change, 'value') })),
  );
}

/** What a callback tells of one number of the business. '' = the callback does not name it. */
export type OfNumber = { phoneNumberId: string; phoneNumber: string; changes: readonly Change[] };

/**
 * A callback by the numbers of which it tells: all numbers of a business may have their callbacks at the address of one of them.
 * @throws Error when it is not that of WhatsApp
 */
export function splitByNumber(body: string): OfNumber[] {
  const changes = Map.groupBy(changesIn(body), ({ value }) => textAt(objectAt(value, 'metadata'), 'phone_number_id'));
  return [...changes].map(([phoneNumberId, of]) => {
    const [number = ''] = of.map(({ value }) => textAt(objectAt(value, 'metadata'), 'display_phone_number'));
    return { phoneNumberId, phoneNumber: `+${number.replaceAll(/\D/g, '')}`, changes: of };
  });
}

/** A callback that says only this of a number. */
export const bodyOfNumber = (changes: readonly Change[]): string => JSON.stringify({ entry: [{ changes }] });
