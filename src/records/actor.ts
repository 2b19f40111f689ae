import type { SenderType } from '../entities/message.ts';

/** Whoever changes something through the API, with what their messages show of them. */
export type Actor = {
  type: SenderType | 'PlatformApp';
  id: number;
  name: string;
  displayName: string | null;
  email: string | null;
  avatarUrl: string | null;
  /** What they may do; `null` in commands means the system itself. */
  role: string;
  /** The access token that their request came with, as those of programs do; null = a session. */
  tokenId: number | null;
  /** The delivery that the request says it answers; null = it names none. */
  answeredDeliveryId: number | null;
};
