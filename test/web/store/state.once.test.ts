import { describe, expect, it } from '@jest/globals';
import { createState } from '../../../src/web/widget/store/state.ts';
import type { WireMessage } from '../../../src/web/widget/store/wire.ts';

const wire = (id: number, more: Partial<WireMessage> = {}): WireMessage => ({
  id,
  content: `content ${id}`,
  message_type: 1,
  created_at: id,
  ...more,
});

describe('the unread messages', () => {
  it('are told again only when they are others', () => {
    const { messages, unread, seenId } = createState({ website_token: '', website_name: '', widget_color: '' });
    const told: string[] = [];
    unread.subscribe((keys) => told.push(keys.join()));

    messages.put([wire(1), wire(2)]);
    messages.put([wire(1, { content: 'changed' })]);
    messages.put([wire(3, { message_type: 0 })]);
    seenId.value = 1;
    seenId.value = 3;

    expect(told).toEqual(['', 'm1,m2', 'm2', '']);
  });
});
