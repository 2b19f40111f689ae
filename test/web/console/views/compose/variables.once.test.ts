import { expect, it } from '@jest/globals';
import { filledIn } from '../../../../../src/web/console/views/compose/variables.ts';

it.each([
  ['Hello {{contact.first_name}}, {{ agent.name }} here', 'Hello Carla, Ada Admin here'],
  ['{{contact.last_name}}', '{{contact.last_name}}'],
  ['{{ contact.last_name | default: "there" }} {{contact.first_name | default: "x"}}', 'there Carla'],
  ['{{unfinished', '{{unfinished'],
])('%j is filled in with what is known', (text, filled) => {
  const values = new Map([
    ['contact.first_name', 'Carla'],
    ['agent.name', 'Ada Admin'],
  ]);

  expect(filledIn(text, values)).toBe(filled);
});
