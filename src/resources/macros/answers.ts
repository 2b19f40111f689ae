import { MACRO_VISIBILITIES } from '../../entities/macro.ts';
import { agentShape } from '../../wire/agent-block.ts';
import { sentFileShapes } from '../../wire/sent-file-block.ts';
import { anything, integer, list, named, nullable, oneOf, shape, text } from '../../wire/shape.ts';

const fileShape = shape({ macro_id: integer, ...sentFileShapes });

export const macroShape = named(
  'Macro',
  {
    id: integer,
    name: text,
    visibility: oneOf(MACRO_VISIBILITIES),
    created_by: nullable(agentShape),
    updated_by: nullable(agentShape),
    account_id: integer,
    actions: list(shape({ action_name: text, action_params: list(anything) })),
  },
  { files: list(fileShape) },
);
