import type { ReceivingMeans } from '../receiving/receiver.ts';
import { callTelegram } from './call.ts';

/** Whether the token belongs to the bot with the number at its beginning. @throws AppError as `callTelegram` */
export async function ownsBot(means: ReceivingMeans): Promise<boolean> {
  const { id } = await callTelegram(means, 'getMe', {});
  return String(means.channel.secrets['bot_token']).startsWith(`${String(id)}:`);
}
