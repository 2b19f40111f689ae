import { BOT_TYPE } from '../../wire/agent-bot-block.ts';
import { attributes, integer, object, oneOf, requiredText, text, url } from '../../fields.ts';

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

/** `account_id` null = of the installation. */
const platformFields = {
  description: fields.description,
  outgoing_url: fields.outgoing_url,
  avatar_url: fields.avatar_url,
  account_id: integer().nullable(),
};

export const createPlatformBotBody = object({ name: requiredText(), ...platformFields });
export const updatePlatformBotBody = object({ name: requiredText().optional(), ...platformFields });

export const createBotBody = object({ name: requiredText(), ...fields });
export const updateBotBody = object({ name: requiredText().optional(), ...fields });
