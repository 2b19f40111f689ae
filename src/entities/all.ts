import { AccessTokenSchema } from './access-token.ts';
import { AccountSchema } from './account.ts';
import { AccountUserSchema } from './account-user.ts';
import { AgentBotSchema } from './agent-bot.ts';
import { AttachmentSchema } from './attachment.ts';
import { ChannelSchema } from './channel.ts';
import { ContactSchema } from './contact.ts';
import { ContactInboxSchema } from './contact-inbox.ts';
import { ConversationSchema } from './conversation.ts';
import { ConversationCountSchema } from './conversation-count.ts';
import { DeliverySchema } from './delivery.ts';
import { DeliveryAttemptSchema } from './delivery-attempt.ts';
import { DeliveryLaneSchema } from './delivery-lane.ts';
import { EventSchema } from './event.ts';
import { IdempotentRequestSchema } from './idempotent-request.ts';
import { InboxSchema } from './inbox.ts';
import { MessageSchema } from './message.ts';
import { PlatformAppSchema } from './platform-app.ts';
import { UserSchema } from './user.ts';
import { WebhookSchema } from './webhook.ts';

/** Every table of Parley. */
export const entities = [
  AccountSchema,
  UserSchema,
  AccountUserSchema,
  AccessTokenSchema,
  AgentBotSchema,
  PlatformAppSchema,
  ChannelSchema,
  InboxSchema,
  ContactSchema,
  ContactInboxSchema,
  ConversationSchema,
  ConversationCountSchema,
  MessageSchema,
  AttachmentSchema,
  WebhookSchema,
  EventSchema,
  DeliverySchema,
  DeliveryLaneSchema,
  DeliveryAttemptSchema,
  IdempotentRequestSchema,
] as const;
