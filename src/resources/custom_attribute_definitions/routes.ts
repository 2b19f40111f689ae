import { found } from '../../errors.ts';
import { created, noContent, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { definitionShape } from './answers.ts';
import { createDefinition } from './create-definition.ts';
import { deleteDefinition } from './delete-definition.ts';
import { presentDefinition } from './presenter.ts';
import { findDefinition, listDefinitions } from './queries.ts';
import { createDefinitionBody, listDefinitionsQuery, updateDefinitionBody } from './schema.ts';
import { updateDefinition } from './update-definition.ts';

export const customAttributeDefinitions = routes('/custom_attribute_definitions');

customAttributeDefinitions.get(
  '/',
  {
    permission: 'custom_attribute_definition:read',
    summary: 'List custom attribute definitions',
    query: listDefinitionsQuery,
    page: 'optional',
    answer: ok(list(definitionShape)),
  },
  async ({ tx, account, query, page }) => {
    const rows = await listDefinitions(tx, account.id, query.attribute_model, page);
    return rows.map(presentDefinition);
  },
);

customAttributeDefinitions.post(
  '/',
  {
    permission: 'custom_attribute_definition:write',
    summary: 'Create a custom attribute definition',
    body: createDefinitionBody,
    name: 'custom_attribute_definition',
    example: {
      attribute_display_name: 'Plan',
      attribute_key: 'plan',
      attribute_display_type: 'list',
      attribute_values: ['free', 'pro'],
      attribute_model: 'contact_attribute',
    },
    answer: created(definitionShape),
  },
  async ({ tx, account, body, now }) => {
    const input = {
      displayName: body.attribute_display_name,
      displayType: body.attribute_display_type ?? 'text',
      description: body.attribute_description ?? null,
      key: body.attribute_key,
      values: body.attribute_values ?? [],
      model: body.attribute_model ?? 'conversation_attribute',
      defaultValue: body.default_value ?? null,
      regexPattern: body.regex_pattern ?? null,
      regexCue: body.regex_cue ?? null,
    };
    return presentDefinition(await createDefinition(tx, account, input, now));
  },
);

customAttributeDefinitions.get(
  '/:id',
  {
    permission: 'custom_attribute_definition:read',
    summary: 'Show a custom attribute definition',
    find: definitionOf,
    answer: ok(definitionShape),
  },
  ({ found: definition }) => presentDefinition(definition),
);

customAttributeDefinitions.patch(
  '/:id',
  {
    permission: 'custom_attribute_definition:write',
    summary: 'Change a custom attribute definition',
    description: 'Values that contacts and conversations have under its key stay as they are.',
    find: definitionOf,
    body: updateDefinitionBody,
    name: 'custom_attribute_definition',
    example: { attribute_display_name: 'Plan', attribute_description: 'What the customer pays for' },
    answer: ok(definitionShape),
  },
  async ({ tx, found: definition, body, now }) => {
    const input = {
      displayName: body.attribute_display_name,
      displayType: body.attribute_display_type,
      description: body.attribute_description,
      key: body.attribute_key,
      values: body.attribute_values === null ? [] : body.attribute_values,
      model: body.attribute_model,
      defaultValue: body.default_value,
      regexPattern: body.regex_pattern,
      regexCue: body.regex_cue,
    };
    return presentDefinition(await updateDefinition(tx, definition, input, now));
  },
);

customAttributeDefinitions.delete(
  '/:id',
  {
    permission: 'custom_attribute_definition:write',
    summary: 'Delete a custom attribute definition',
    description: 'Values that contacts and conversations have under its key stay as they are.',
    find: definitionOf,
    answer: noContent,
  },
  ({ tx, found: definition }) => deleteDefinition(tx, definition),
);

async function definitionOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findDefinition(tx, account.id, params.id), 'Custom attribute definition');
}
