import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AttributeDisplayType, AttributeModel } from '../../entities/custom-attribute-definition.ts';
import { checkKey } from './check-key.ts';
import { askToConvert } from './convert-values.ts';
import { type DefinitionRow, readDefinition } from './queries.ts';
import { refuseSecondKey } from './refuse-second-key.ts';

export type NewDefinition = {
  displayName: string;
  displayType: AttributeDisplayType;
  description: string | null;
  key: string;
  /** The values of a list attribute. */
  values: string[];
  model: AttributeModel;
  defaultValue: number | null;
  regexPattern: string | null;
  regexCue: string | null;
};

/**
 * Adds the definition of a custom attribute. A job converts the values that are stored under its key already.
 * @throws AppError `invalid` for the key of a standard attribute, or of another one that is defined for the model
 */
export function createDefinition(
  tx: Tx,
  account: AccountRecord,
  input: NewDefinition,
  now: Date,
): Promise<DefinitionRow> {
  checkKey(input.model, input.key);

  return inTransaction(tx, async (tx) => {
    const { id } = await tx.db
      .insertInto('custom_attribute_definitions')
      .values({
        account_id: account.id,
        attribute_display_name: input.displayName,
        attribute_display_type: input.displayType,
        attribute_description: input.description,
        attribute_key: input.key,
        attribute_values: json(input.values),
        attribute_model: input.model,
        default_value: input.defaultValue,
        regex_pattern: input.regexPattern,
        regex_cue: input.regexCue,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecondKey);
    await askToConvert(tx, { accountId: account.id, model: input.model }, now);
    return readDefinition(tx, id);
  });
}
