import { BOT_TYPE } from '../../wire/agent-bot-block.ts';
import { attributes, flag, integer, iso, named, nullable, oneOf, text } from '../../wire/shape.ts';

const properties = {
  id: integer,
  name: text,
  description: nullable(text),
  thumbnail: text,
  bot_type: oneOf([BOT_TYPE]),
  bot_config: attributes,
  account_id: nullable(integer),
  system_bot: flag,
};

const loop = { loop_stopped_at: nullable(iso), loop_conversation_id: nullable(integer) };

/**
 * Bots of the installation show neither address nor loops; the secrets of the account's bots are shown to
 * administrators only, and not to a token that may only read.
 */
export const agentBotShape = named('AgentBot', properties, {
  outgoing_url: nullable(text),
  ...loop,
  secret: nullable(text),
});

export const botWithTokenShape = named('AgentBotWithToken', {
  access_token: text,
  ...properties,
  outgoing_url: nullable(text),
  ...loop,
  secret: nullable(text),
});

/** A bot in the Platform API; `access_token` is null except in the answer that creates it. */
export const platformBotShape = named('PlatformBot', {
  id: integer,
  name: text,
  description: nullable(text),
  thumbnail: text,
  outgoing_url: nullable(text),
  account_id: nullable(integer),
  access_token: nullable(text),
  secret: nullable(text),
});
