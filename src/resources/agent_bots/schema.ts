import { BOT_TYPE } from '../../wire/agent-bot-block.ts';
import { attributes, object, oneOf, requiredText, text, url } from '../../fields.ts';

const DESCRIPTION_LENGTH = 20_000;
const URL_LENGTH = 2048;

const fields = {
  description: text(DESCRIPTION_LENGTH).nullable(),
  /** Blank = none. check-webhook-url.ts decides which addresses are allowed. */
  outgoing_url: text(URL_LENGTH).nullable(),
  avatar_url: url().nullable(),
  bot_type: oneOf([BOT_TYPE]),
  bot_config: attributes(),
};

export const createBotBody = object({ name: requiredText(), ...fields });
export const updateBotBody = object({ name: requiredText().optional(), ...fields });
