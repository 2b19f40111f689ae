import { describe, expect, it } from '@jest/globals';
import { preChatProblem } from '../../src/channels/pre-chat-form.ts';

const FIELD = {
  name: 'order',
  type: 'text',
  field_type: 'conversation_attribute',
  label: 'Order',
  placeholder: 'A-1042',
  required: true,
  enabled: true,
  values: ['a', 'b'],
  regex_pattern: '/^[A-Z]-\\d+$/',
  regex_cue: 'A letter and a number',
};
const withField = (field: unknown) => ({ pre_chat_message: 'Who are you?', pre_chat_fields: [field] as never });

describe('the options of the form before the first message', () => {
  it.each([
    ['none', {}],
    ['a whole field', withField(FIELD)],
    ['a name alone', withField({ name: 'emailAddress' })],
    ['null where something is not used', withField({ ...FIELD, values: null, regex_pattern: null, regex_cue: null })],
  ])('may be %s', (_, options) => {
    expect(preChatProblem(options)).toBeNull();
  });

  it.each([
    ['pre_chat_message', { pre_chat_message: 5 }],
    ['pre_chat_fields', { pre_chat_fields: 'emailAddress' }],
    ['at most 50', { pre_chat_fields: Array.from({ length: 51 }, (_, index) => ({ name: `f${index}` })) }],
    ['must be an object', withField('emailAddress')],
    ['must have a name', withField({ type: 'text' })],
    ['label', withField({ ...FIELD, label: 'x'.repeat(256) })],
    ['required', withField({ ...FIELD, required: 'yes' })],
    ['type must be', withField({ ...FIELD, type: 'file' })],
    ['field_type', withField({ ...FIELD, field_type: 'account_attribute' })],
    ['values', withField({ ...FIELD, values: [{ title: 'a' }] })],
    ['regex_pattern', withField({ ...FIELD, regex_pattern: '(' })],
  ])('are refused with a wrong %s', (problem, options) => {
    expect(preChatProblem(options)).toContain(problem);
  });
});
