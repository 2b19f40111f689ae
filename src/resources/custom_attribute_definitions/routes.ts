import { found } from '../../errors.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate, validateQuery } from '../../http/validate.ts';
import { list } from '../../shapes.ts';
import { definitionShape } from './answers.ts';
import { createDefinition } from './create-definition.ts';
import { deleteDefinition } from './delete-definition.ts';
import { presentDefinition } from './presenter.ts';
import { findDefinition, listDefinitions } from './queries.ts';
import { createDefinitionBody, listQuery, updateDefinitionBody } from './schema.ts';
import { updateDefinition } from './update-definition.ts';

/** /custom_attribute_definitions */
export const customAttributeDefinitions = router();

customAttributeDefinitions.get(
  '/',
  allow('custom_attribute_definition:read'),
  takes({ query: listQuery, page: true }),
  answers(list(definitionShape)),
  async (ctx) => {
    const { em, account } = ctx.state;
    const { attribute_model: model } = validateQuery(listQuery, ctx);
    const rows = await listDefinitions(em, account.id, model, optionalPageOf(ctx));
    ctx.body = rows.map(presentDefinition);
  },
);

customAttributeDefinitions.post(
  '/',
  allow('custom_attribute_definition:write'),
  takes({ body: createDefinitionBody, name: 'custom_attribute_definition' }),
  answers(definitionShape, 201),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const body = validate(createDefinitionBody, ctx);
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
    ctx.body = presentDefinition(await createDefinition(em, account, input, now));
  },
);

customAttributeDefinitions.get(
  '/:id',
  allow('custom_attribute_definition:read'),
  takes({}),
  answers(definitionShape),
  async (ctx) => {
    ctx.body = presentDefinition(await definitionOf(ctx));
  },
);

customAttributeDefinitions.patch(
  '/:id',
  allow('custom_attribute_definition:write'),
  takes({ body: updateDefinitionBody, name: 'custom_attribute_definition' }),
  answers(definitionShape),
  async (ctx) => {
    const definition = await definitionOf(ctx);
    const body = validate(updateDefinitionBody, ctx);
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
    ctx.body = presentDefinition(await updateDefinition(ctx.state.em, definition, input, ctx.state.now));
  },
);

customAttributeDefinitions.delete(
  '/:id',
  allow('custom_attribute_definition:write'),
  takes({}),
  answers(null, 204),
  async (ctx) => {
    await deleteDefinition(ctx.state.em, await definitionOf(ctx));
    ctx.body = '';
  },
);

async function definitionOf(ctx: Ctx) {
  return found(
    await findDefinition(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Custom attribute definition')),
    'Custom attribute definition',
  );
}
