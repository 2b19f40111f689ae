import { array, mixed } from 'yup';
import { OPERATORS } from './attributes.ts';
import { MOST_CONDITIONS } from './read-conditions.ts';

/** The field of a request that holds a list of conditions; read-conditions.ts checks each of them. */
export const conditionsField = () =>
  array(mixed())
    .strict()
    .required('is missing: an array of conditions')
    .meta({
      jsonSchema: {
        type: 'array',
        maxItems: MOST_CONDITIONS,
        items: {
          type: 'object',
          properties: {
            attribute_key: { type: 'string', description: 'Of the thing itself, or a custom attribute of the account' },
            filter_operator: { enum: OPERATORS },
            values: { description: 'A list, or one value; none with `is_present` and `is_not_present`' },
            query_operator: {
              type: ['string', 'null'],
              pattern: '^([Aa][Nn][Dd]|[Oo][Rr])?$',
              description: '`AND` or `OR`: how the next condition is joined to this one',
            },
          },
          required: ['attribute_key', 'filter_operator'],
        },
      },
    });
