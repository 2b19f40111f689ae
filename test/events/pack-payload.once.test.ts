import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packPayload } from '../../src/events/pack-payload.ts';
import { unpackPayload } from '../../src/events/unpack-payload.ts';
import { exampleEvent } from '../../src/http/openapi/webhooks.ts';

/** Keys and texts that stand for something in the two parts, or that JSON writes in an unusual way. */
const ODD = ['', '@', '@0', 't', 'f', 'null', '\u0001', '\u00040', '"', '\\', '\u2028', '\ud800', '__proto__', '7'];
const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...ODD));
const keys = fc.oneof(texts, fc.constantFrom('id', 'custom_attributes', 'labels', 'csat_config'));
const { payload } = fc.letrec<{ payload: object; value: unknown }>((tie) => ({
  payload: fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
  value: fc.oneof(
    { depthSize: 'medium', maxDepth: 5 },
    texts,
    fc.constantFrom(null, true, false, 0, -0, 1_795_350_894, 1.5e-7, undefined),
    fc.double(),
    tie('payload'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));

function unpacked(given: object): string {
  const { layout, values } = packPayload(given);
  return unpackPayload({ layout: layout.text, values });
}

describe('a packed payload', () => {
  it('gives back the text of the payload, byte for byte', () => {
    fc.assert(
      fc.property(payload, (given) => {
        expect(unpacked(given)).toBe(JSON.stringify(given));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives back objects that occur in several places', () => {
    fc.assert(
      fc.property(payload, payload, (one, other) => {
        const given = { ...one, one, only: [other], both: { one, again: { other, ...one } }, custom_attributes: one };
        expect(unpacked(given)).toBe(JSON.stringify(given));
      }),
      { numRuns: 500 },
    );
  });

  it('has the layout of another with other values, and only that one says the keys', () => {
    const [one, other] = [exampleEvent('message_created'), exampleEvent('message_created')].map((event, index) =>
      packPayload({ ...event, content: `Message ${index}`, content_attributes: index === 0 ? {} : { in_reply_to: 5 } }),
    );

    expect(one!.layout.text).toBe(other!.layout.text);
    expect(one!.values).not.toBe(other!.values);
    expect(one!.values).not.toContain('private');
  });

  it('gives back the text also after more layouts than are remembered', () => {
    const kinds = Array.from({ length: 20_000 }, (_, index) => ({
      id: index,
      [`key ${index}`]: { [`no ${index}`]: null },
    }));

    expect(kinds.map(unpacked)).toEqual(kinds.map((kind) => JSON.stringify(kind)));
    expect(unpacked(kinds[0]!)).toBe(JSON.stringify(kinds[0]));
  });

  it('has less than a third of the text', () => {
    const event = exampleEvent('message_created');

    expect(packPayload(event).values.length).toBeLessThan(JSON.stringify(event).length / 3);
  });
});
