import { AccessTokenSchema } from './access-token.ts';
import { AccountSchema } from './account.ts';
import { AccountUserSchema } from './account-user.ts';
import { AgentBotSchema } from './agent-bot.ts';
import { AttachmentSchema } from './attachment.ts';
import { AvatarSchema } from './avatar.ts';
import { CampaignSchema } from './campaign.ts';
import { CannedResponseSchema } from './canned-response.ts';
import { ChannelSchema } from './channel.ts';
import { ContactSchema } from './contact.ts';
import { ContactInboxSchema } from './contact-inbox.ts';
import { ContactLabelSchema } from './contact-label.ts';
import { ContactTextSchema } from './contact-text.ts';
import { ConversationSchema } from './conversation.ts';
import { ConversationCountSchema } from './conversation-count.ts';
import { ConversationLabelSchema } from './conversation-label.ts';
import { CsatResponseSchema } from './csat-response.ts';
import { CustomAttributeDefinitionSchema } from './custom-attribute-definition.ts';
import { CustomFilterSchema } from './custom-filter.ts';
import { DashboardAppSchema } from './dashboard-app.ts';
import { DeliverySchema } from './delivery.ts';
import { DeliveryAttemptSchema } from './delivery-attempt.ts';
import { DeliveryLaneSchema } from './delivery-lane.ts';
import { DownloadSchema } from './download.ts';
import { EventSchema } from './event.ts';
import { IdempotentRequestSchema } from './idempotent-request.ts';
import { InboxSchema } from './inbox.ts';
import { InboxMemberSchema } from './inbox-member.ts';
import { JobSchema } from './job.ts';
import { LabelSchema } from './label.ts';
import { MachineClockSchema } from './machine-clock.ts';
import { MentionSchema } from './mention.ts';
import { MessageSchema } from './message.ts';
import { NoteSchema } from './note.ts';
import { ParticipantSchema } from './participant.ts';
import { PlatformAppSchema } from './platform-app.ts';
import { PlatformPermissionSchema } from './platform-permission.ts';
import { SearchChangeSchema } from './search-change.ts';
import { SessionSchema } from './session.ts';
import { TeamSchema } from './team.ts';
import { TeamMemberSchema } from './team-member.ts';
import { UserSchema } from './user.ts';
import { WebhookSchema } from './webhook.ts';

/** Every table of Parley. */
export const entities = [
  AccountSchema,
  UserSchema,
  AccountUserSchema,
  AccessTokenSchema,
  SessionSchema,
  AgentBotSchema,
  PlatformAppSchema,
  PlatformPermissionSchema,
  TeamSchema,
  TeamMemberSchema,
  LabelSchema,
  CannedResponseSchema,
  CustomAttributeDefinitionSchema,
  CustomFilterSchema,
  DashboardAppSchema,
  ChannelSchema,
  InboxSchema,
  InboxMemberSchema,
  CampaignSchema,
  ContactSchema,
  ContactInboxSchema,
  ContactLabelSchema,
  ContactTextSchema,
  NoteSchema,
  ConversationSchema,
  ConversationLabelSchema,
  ConversationCountSchema,
  ParticipantSchema,
  MentionSchema,
  MessageSchema,
  AttachmentSchema,
  CsatResponseSchema,
  DownloadSchema,
  AvatarSchema,
  WebhookSchema,
  EventSchema,
  DeliverySchema,
  DeliveryLaneSchema,
  DeliveryAttemptSchema,
  IdempotentRequestSchema,
  JobSchema,
  MachineClockSchema,
  SearchChangeSchema,
] as const;
