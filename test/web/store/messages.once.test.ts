import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Message } from '../../../src/web/widget/store/message.ts';
import { createMessages, type Messages } from '../../../src/web/widget/store/messages.ts';
import type { WireMessage } from '../../../src/web/widget/store/wire.ts';

const wire = (id: number, more: Partial<WireMessage> = {}): WireMessage => ({
  id,
  content: `content ${id}`,
  message_type: 1,
  created_at: id,
  ...more,
});

function waiting(key: string): Message {
  return {
    key,
    id: null,
    content: key,
    contentType: 'text',
    attributes: {},
    isOwn: true,
    createdAt: 0,
    attachments: [],
    sender: null,
    isFromPerson: false,
    state: 'waiting',
    problem: null,
    progress: null,
  };
}

const shown = (messages: Messages) => messages.order.value.map((key) => messages.get(key)?.value.id ?? key);

describe('the messages of the store', () => {
  it('are in the order of their ids, each once, and what waits after them', () => {
    const messages = createMessages();
    messages.write(waiting('a'));
    messages.put([wire(3), wire(1)]);
    messages.put([wire(2), wire(3)]);

    expect(shown(messages)).toEqual([1, 2, 3, 'a']);
  });

  it('keep the row of a message that the server now has', () => {
    const messages = createMessages();
    messages.write(waiting('a'));
    const row = messages.get('a');

    messages.put([wire(7, { echo_id: 'a', message_type: 0 })]);

    expect(messages.byId(7)).toBe(row);
    expect(row?.value).toMatchObject({ key: 'a', id: 7, state: 'sent' });
    expect(shown(messages)).toEqual([7]);
  });

  it('are one where the server told of a message without its echo_id first', () => {
    const messages = createMessages();
    messages.write(waiting('a'));
    messages.put([wire(7, { message_type: 0 })]);

    messages.put([wire(7, { message_type: 0, echo_id: 'a' })]);

    expect(shown(messages)).toEqual([7]);
  });

  it('do not go back to what an answer says that is older than what was heard', () => {
    const messages = createMessages();
    messages.put([wire(1)]);
    const asked = messages.now();
    messages.put([wire(1, { content: 'changed' })]);

    messages.put([wire(1), wire(2)], asked);

    expect(messages.byId(1)?.value.content).toBe('changed');
    expect(shown(messages)).toEqual([1, 2]);
  });

  it('leave out private notes and activities', () => {
    const messages = createMessages();

    const added = messages.put([
      wire(1, { private: true }),
      wire(2, { message_type: 2 }),
      wire(3, { message_type: 3 }),
    ]);

    expect(added.map(({ id }) => id)).toEqual([3]);
    expect(shown(messages)).toEqual([3]);
  });

  it('are complete, each once and in order, however they arrive', () => {
    const ids = fc.integer({ min: 1, max: 12 });
    const arrival = fc.record({ id: ids, hasEcho: fc.boolean(), isPage: fc.boolean(), isWritten: fc.boolean() });
    fc.assert(
      fc.property(fc.array(arrival, { minLength: 1, maxLength: 60 }), (arrivals) => {
        const messages = createMessages();
        const known = new Set<number>();
        const written = new Set<number>();
        for (const { id, hasEcho, isPage, isWritten } of arrivals) {
          if (isWritten && !known.has(id) && !written.has(id)) {
            messages.write(waiting(`e${id}`));
            written.add(id);
          }
          const echo = hasEcho ? { echo_id: `e${id}` } : {};
          const page = isPage ? [id, Math.max(1, id - 1)] : [id];
          messages.put(page.map((one) => wire(one, one === id ? echo : {})));
          page.forEach((one) => known.add(one));
          if (hasEcho) written.delete(id);
        }
        // The answer to a message of one's own always has its echo_id.
        for (const id of written) messages.put([wire(id, { echo_id: `e${id}` })]);
        written.forEach((id) => known.add(id));

        expect(shown(messages)).toEqual([...known].toSorted((a, b) => a - b));
      }),
    );
  });
});
