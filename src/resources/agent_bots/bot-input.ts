import type { InferType } from 'yup';
import type { StoredFile } from '../../storage/stored-file.ts';
import type { NewBot } from './create-bot.ts';
import type { createBotBody, updateBotBody } from './schema.ts';
import type { BotChanges } from './update-bot.ts';

/** The new bot of a request; `avatar` is its file. */
export function newBot(body: InferType<typeof createBotBody>, [avatar]: StoredFile[]): NewBot {
  return {
    name: body.name,
    description: body.description ?? null,
    outgoingUrl: addressOf(body.outgoing_url ?? ''),
    botConfig: body.bot_config ?? {},
    avatar: { picture: avatar ?? null, url: body.avatar_url || null },
  };
}

/** The changes of a request; a blank address removes the one that the bot has. */
export function botChanges(body: InferType<typeof updateBotBody>, [avatar]: StoredFile[]): BotChanges {
  return {
    name: body.name,
    description: body.description,
    outgoingUrl: typeof body.outgoing_url === 'string' ? addressOf(body.outgoing_url) : body.outgoing_url,
    botConfig: body.bot_config,
    avatar: { picture: avatar ?? null, url: body.avatar_url || null },
  };
}

/** Null = none. */
const addressOf = (given: string) => given.trim() || null;
