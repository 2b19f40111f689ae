import { agentBlock } from '../../wire/agent-block.ts';
import { fileUrl } from '../../wire/message-blocks.ts';
import type { Shown } from '../../wire/shape.ts';
import type { macroShape } from './answers.ts';
import type { ShownMacro } from './queries.ts';

/** `publicUrl` is the address of this server. */
export function presentMacro(macro: ShownMacro, now: Date, publicUrl: string): Shown<typeof macroShape> {
  const { id, accountId, createdBy, updatedBy } = macro;
  const files = macro.files.map((file) => ({
    id: file.id,
    macro_id: id,
    file_type: file.contentType,
    account_id: accountId,
    file_url: fileUrl(publicUrl, file.key, file.filename),
    blob_id: file.id,
    filename: file.filename,
  }));
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
