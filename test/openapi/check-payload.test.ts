import { describe, expect, it } from '@jest/globals';
import type { RecordedEventType } from '../../src/entities/event.ts';
import { exampleEvent } from '../../src/http/openapi/webhooks.ts';
import { checkDelivery, checkPayload } from '../support/openapi/check-payload.ts';

type Payload = Parameters<typeof checkPayload>[0];

const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Parley/0.2.0',
  'x-parley-event': 'contact_created',
  'x-parley-event-id': '1',
  'x-parley-delivery': '1',
  'x-parley-chain': '0',
  'x-chatwoot-delivery': '1',
};

/** An event as it should be, but for what `other` says. */
function event(other: object = {}, type: RecordedEventType = 'contact_created'): Payload {
  return { ...exampleEvent(type), ...other } as Payload;
}

// Every test relies on its receiver, and on who reads events for it, to refuse what is not declared.
describe('an event', () => {
  it('may be as declared', () => {
    checkPayload(event());
    checkDelivery(HEADERS, event());
    checkDelivery({ ...HEADERS, 'x-parley-signature': 'ab', 'webhook-id': 'evt_1' }, event());
  });

  it.each<[string, Payload, string]>([
    ['a key too many', event({ secret: 'x' }), 'additional properties'],
    ['a key too few', event({ contact: undefined }), "required property 'contact'"],
    ['a null that it should not have', event({ name: null }), '/name must be string'],
    ['another type', event({ event: 'contact_eaten' }), 'there is no event contact_eaten'],
    ['changes where nothing changed', event({ changed_attributes: [] }), 'additional properties'],
    [
      'no changes where something did',
      event({ changed_attributes: undefined }, 'contact_updated'),
      'changed_attributes',
    ],
  ])('may not have %s', (_, payload, message) => {
    expect(() => checkPayload(payload)).toThrow(message);
  });

  it('may not come with other headers, nor without those that all have', () => {
    const { 'x-parley-chain': _, ...without } = HEADERS;

    expect(() => checkDelivery(without, event())).toThrow('lacks X-Parley-Chain');
    expect(() => checkDelivery({ ...HEADERS, 'x-parley-secret': 'x' }, event())).toThrow('x-parley-secret');
  });
});
