import type { Tx } from '../../db/tx.ts';
import { json, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { checkKey } from './check-key.ts';
import { askToConvert } from './convert-values.ts';
import type { NewDefinition } from './create-definition.ts';
import { type DefinitionRow, findDefinition } from './queries.ts';
import { refuseSecondKey } from './refuse-second-key.ts';

/** The changes; undefined leaves a value as it is. */
export type DefinitionChanges = { [K in keyof NewDefinition]: NewDefinition[K] | undefined };

/** The fields that decide on the kind of stored values. */
const KIND = ['model', 'key', 'displayType'] as const;

/**
 * Changes a definition. Stored values stay, and a job converts them to a changed kind where possible.
 * @throws AppError `invalid` for the key of a standard attribute, or of another definition for the model;
 *   `not_found` when the definition has been deleted
 */
export function updateDefinition(
  tx: Tx,
  { accountId, id }: DefinitionRow,
  input: DefinitionChanges,
  now: Date,
): Promise<DefinitionRow> {
  return inTransaction(tx, async (tx) => {
    // Model and key are checked together, though a request may change only one.
    await withRowLock(tx, tx.db.selectFrom('custom_attribute_definitions').select('id').where('id', '=', id)).execute();
    const before = found(await findDefinition(tx, accountId, id), 'Custom attribute definition');
    checkKey(input.model ?? before.model, input.key ?? before.key);
    await tx.db
      .updateTable('custom_attribute_definitions')
      .set({
        attribute_display_name: input.displayName,
        attribute_display_type: input.displayType,
        attribute_description: input.description,
        attribute_key: input.key,
        attribute_values: input.values && json(input.values),
        attribute_model: input.model,
        default_value: input.defaultValue,
        regex_pattern: input.regexPattern,
        regex_cue: input.regexCue,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
      .catch(refuseSecondKey);
    const after = found(await findDefinition(tx, accountId, id), 'Custom attribute definition');
    const isOther = KIND.some((name) => after[name] !== before[name]);
    if (isOther) await askToConvert(tx, { accountId, model: after.model }, now);
    return after;
  });
}
