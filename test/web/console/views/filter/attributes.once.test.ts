import { describe, expect, it } from '@jest/globals';
import { customAttribute, standardAttribute, standardKeys } from '../../../../../src/filters/attributes.ts';
import { ATTRIBUTE_DISPLAY_TYPES } from '../../../../../src/entities/custom-attribute-definition.ts';
import { parseAddress } from '../../../../../src/web/console/addresses.ts';
import { attributesOf, STANDARD } from '../../../../../src/web/console/views/filter/attributes.ts';
import type { Definition } from '../../../../../src/web/console/views/filter/definitions.ts';
import { matchOf } from '../../../../../src/web/console/views/filter/place-conditions.ts';
import { queryOf } from '../../../../../src/web/console/views/list/query-of.ts';

describe('the attributes of the filter', () => {
  it('are those of the server, with its operators', () => {
    const ofServer = standardKeys('conversation').map((key) => [
      key,
      standardAttribute('conversation', key)?.operators,
    ]);

    expect(Object.fromEntries(Object.entries(STANDARD).map(([key, { operators }]) => [key, operators]))).toEqual(
      Object.fromEntries(ofServer),
    );
  });

  it.each(ATTRIBUTE_DISPLAY_TYPES)('have the operators of the server for a custom attribute of type %s', (type) => {
    const definition = { attribute_key: 'own', attribute_display_type: type, attribute_values: ['a'] };
    const all = [{ ...definition, attribute_model: 'conversation_attribute' } as Definition];

    const [own] = attributesOf(all, (key) => key).filter(({ isCustom }) => isCustom);

    expect(own?.operators).toEqual(customAttribute('own', type).operators);
  });

  it('of contacts are not offered', () => {
    const definition = { attribute_key: 'own', attribute_display_type: 'text', attribute_values: [] };
    const all = [{ ...definition, attribute_model: 'contact_attribute' } as unknown as Definition];

    expect(attributesOf(all, (key) => key).some(({ isCustom }) => isCustom)).toBe(false);
  });
});

describe('the conditions of a view, with which the filter begins', () => {
  const is = (key: string, ...values: unknown[]) => ({ attribute_key: key, filter_operator: 'equal_to', values });

  it.each([
    ['dashboard', [{ ...is('status', 'open'), query_operator: 'AND' }, is('assignee_id', 7)]],
    ['dashboard?assignee=all&status=all', []],
    ['dashboard?assignee=unassigned&status=all', [{ attribute_key: 'assignee_id', filter_operator: 'is_not_present' }]],
    ['inbox/4?status=pending', [{ ...is('status', 'pending'), query_operator: 'AND' }, is('inbox_id', 4)]],
    ['team/5?status=all', [is('team_id', 5)]],
    ['label/vip?status=all', [is('labels', 'vip')]],
  ])('at %s', (path, expected) => {
    const address = parseAddress(new URL(path, 'http://localhost/app/accounts/1/'));

    expect(matchOf(queryOf(address, []), 7)).toEqual({ conditions: expected });
  });

  it('are those of its status where it is of what concerns the user', () => {
    const address = parseAddress(new URL('http://localhost/app/accounts/1/mentions/conversations'));

    expect(matchOf(queryOf(address, []), 7)).toEqual({ conditions: [is('status', 'open')], type: 'mention' });
  });
});
