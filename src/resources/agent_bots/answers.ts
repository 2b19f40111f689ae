import { BOT_TYPE } from '../../events/agent-bot-block.ts';
import { attributes, flag, integer, named, nullable, oneOf, text } from '../../shapes.ts';

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

/** Bots of the installation have no address that is shown, and only administrators see the secret of the others. */
export const agentBotShape = named('AgentBot', properties, { outgoing_url: nullable(text), secret: nullable(text) });

export const botWithTokenShape = named('AgentBotWithToken', {
  access_token: text,
  ...properties,
  outgoing_url: nullable(text),
  secret: nullable(text),
});
