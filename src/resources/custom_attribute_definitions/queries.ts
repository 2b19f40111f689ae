import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import type { AttributeModel } from '../../entities/custom-attribute-definition.ts';

export type DefinitionRow = Awaited<ReturnType<typeof readDefinition>>;

/**
 * The account's definitions, ordered by id: of one model (undefined = of all); one page, or all with `page` null.
 */
export function listDefinitions(
  tx: Tx,
  accountId: number,
  model: AttributeModel | undefined,
  page: Rows | null,
): Promise<DefinitionRow[]> {
  const query = selectDefinitions(tx)
    .where('account_id', '=', accountId)
    .$if(model !== undefined, (query) => query.where('attribute_model', '=', model ?? 'conversation_attribute'))
    .orderBy('id');
  return paged(query, page).execute();
}

/** The account's definition with this id; undefined when there is none. */
export function findDefinition(tx: Tx, accountId: number, id: number): Promise<DefinitionRow | undefined> {
  return selectDefinitions(tx).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
}

/** The definition with this id, which must exist. */
export function readDefinition(tx: Tx, id: number) {
  return selectDefinitions(tx).where('id', '=', id).executeTakeFirstOrThrow();
}

function selectDefinitions(tx: Tx) {
  return tx.db
    .selectFrom('custom_attribute_definitions')
    .select([
      'id',
      'account_id as accountId',
      'attribute_display_name as displayName',
      'attribute_display_type as displayType',
      'attribute_description as description',
      'attribute_key as key',
      'attribute_values as values',
      'attribute_model as model',
      'default_value as defaultValue',
      'regex_pattern as regexPattern',
      'regex_cue as regexCue',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ]);
}
