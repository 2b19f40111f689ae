import { agentBlock } from '../../wire/agent-block.ts';
import { sentFileBlock } from '../../wire/sent-file-block.ts';
import type { Shown } from '../../wire/shape.ts';
import type { macroShape } from './answers.ts';
import type { ShownMacro } from './queries.ts';

/** `publicUrl` is the address of this server. */
export function presentMacro(macro: ShownMacro, now: Date, publicUrl: string): Shown<typeof macroShape> {
  const { id, accountId, createdBy, updatedBy } = macro;
  const files = macro.files.map((file) => ({ macro_id: id, ...sentFileBlock(file, publicUrl) }));
  return {
    id,
    name: macro.name,
    visibility: macro.visibility,
    created_by: createdBy && agentBlock(createdBy, accountId, now),
    updated_by: updatedBy && agentBlock(updatedBy, accountId, now),
    account_id: accountId,
    actions: macro.actions.map(({ name, params }) => ({ action_name: name, action_params: params })),
    ...(files.length > 0 && { files }),
  };
}
