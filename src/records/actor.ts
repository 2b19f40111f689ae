import type { SenderType } from '../entities/message.ts';

/** The author of a change made through the API, with what their messages show of them. */
export type Actor = {
  type: SenderType | 'PlatformApp' | 'AutomationRule';
  id: number;
  name: string;
  displayName: string | null;
  email: string | null;
  avatarUrl: string | null;
  /** Their role. */
  role: string;
  /** The row key of the access token of the request, which programs use; null = a session. */
  tokenId: number | null;
  /** The delivery that the request says it answers; null = it names none. */
  answeredDeliveryId: number | null;
};
