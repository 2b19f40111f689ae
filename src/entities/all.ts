import { AccessToken } from './access-token.ts';
import { Account } from './account.ts';
import { AccountUser } from './account-user.ts';
import { AgentBot } from './agent-bot.ts';
import { Article } from './article.ts';
import { ArticleCount } from './article-count.ts';
import { AgentCapacityPolicy } from './agent-capacity-policy.ts';
import { AssignmentPolicy } from './assignment-policy.ts';
import { AssignmentTurn } from './assignment-turn.ts';
import { Attachment } from './attachment.ts';
import { AuditLog } from './audit-log.ts';
import { Authenticator } from './authenticator.ts';
import { Authorization } from './authorization.ts';
import { AutomationRule } from './automation-rule.ts';
import { Avatar } from './avatar.ts';
import { Blob } from './blob.ts';
import { BulkAction } from './bulk-action.ts';
import { Campaign } from './campaign.ts';
import { CannedResponse } from './canned-response.ts';
import { Category } from './category.ts';
import { Channel } from './channel.ts';
import { Contact } from './contact.ts';
import { ContactInbox } from './contact-inbox.ts';
import { ContactKey } from './contact-key.ts';
import { ContactLabel } from './contact-label.ts';
import { ContactText } from './contact-text.ts';
import { Conversation } from './conversation.ts';
import { ConversationCount } from './conversation-count.ts';
import { ConversationLabel } from './conversation-label.ts';
import { CsatResponse } from './csat-response.ts';
import { CustomAttributeDefinition } from './custom-attribute-definition.ts';
import { CustomFilter } from './custom-filter.ts';
import { DashboardApp } from './dashboard-app.ts';
import { Delivery } from './delivery.ts';
import { DeliveryAttempt } from './delivery-attempt.ts';
import { DeliveryLane } from './delivery-lane.ts';
import { Download } from './download.ts';
import { DraftMessage } from './draft-message.ts';
import { Erasure } from './erasure.ts';
import { Event } from './event.ts';
import { ForgottenEvents } from './forgotten-events.ts';
import { Hook } from './hook.ts';
import { IdempotentRequest } from './idempotent-request.ts';
import { Identity } from './identity.ts';
import { Inbox } from './inbox.ts';
import { InboxCapacityLimit } from './inbox-capacity-limit.ts';
import { InboxMember } from './inbox-member.ts';
import { Job } from './job.ts';
import { Label } from './label.ts';
import { LoginLink } from './login-link.ts';
import { MachineClock } from './machine-clock.ts';
import { Macro } from './macro.ts';
import { Mailbox } from './mailbox.ts';
import { Mention } from './mention.ts';
import { Message } from './message.ts';
import { MessageSource } from './message-source.ts';
import { Note } from './note.ts';
import { Notification } from './notification.ts';
import { NotificationSubscription } from './notification-subscription.ts';
import { Participant } from './participant.ts';
import { PayloadLayout } from './payload-layout.ts';
import { PlatformApp } from './platform-app.ts';
import { PlatformPermission } from './platform-permission.ts';
import { PushKey } from './push-key.ts';
import { ReceivedEvent } from './received-event.ts';
import { ReceivedFile } from './received-file.ts';
import { RelatedCategory } from './related-category.ts';
import { ReportChange } from './report-change.ts';
import { ReportProgress } from './report-progress.ts';
import { ReportSum } from './report-sum.ts';
import { ReportingEvent } from './reporting-event.ts';
import { SearchChange } from './search-change.ts';
import { Portal } from './portal.ts';
import { Presence } from './presence.ts';
import { SamlSetting } from './saml-setting.ts';
import { SamlUser } from './saml-user.ts';
import { Sending } from './sending.ts';
import { Session } from './session.ts';
import { SlackThread } from './slack-thread.ts';
import { Team } from './team.ts';
import { TeamMember } from './team-member.ts';
import { UsedState } from './used-state.ts';
import { User } from './user.ts';
import { Webhook } from './webhook.ts';

/** Every table of Parley. */
export const entities = [
  Account,
  User,
  AgentCapacityPolicy,
  AccountUser,
  AccessToken,
  Sending,
  Session,
  LoginLink,
  Identity,
  Authenticator,
  SamlSetting,
  SamlUser,
  AgentBot,
  PlatformApp,
  PlatformPermission,
  Team,
  TeamMember,
  Label,
  CannedResponse,
  CustomAttributeDefinition,
  CustomFilter,
  DashboardApp,
  Channel,
  Portal,
  AssignmentPolicy,
  Inbox,
  InboxCapacityLimit,
  Authorization,
  Hook,
  Mailbox,
  UsedState,
  InboxMember,
  AssignmentTurn,
  Campaign,
  Category,
  RelatedCategory,
  Article,
  ArticleCount,
  Contact,
  ContactInbox,
  ContactKey,
  ContactLabel,
  ContactText,
  Note,
  Erasure,
  Conversation,
  ConversationLabel,
  ConversationCount,
  SlackThread,
  Participant,
  Mention,
  Notification,
  NotificationSubscription,
  PushKey,
  Message,
  MessageSource,
  ReceivedEvent,
  ReceivedFile,
  Attachment,
  CsatResponse,
  Macro,
  BulkAction,
  Blob,
  Download,
  DraftMessage,
  AutomationRule,
  Avatar,
  Webhook,
  PayloadLayout,
  Event,
  ForgottenEvents,
  Delivery,
  DeliveryLane,
  DeliveryAttempt,
  IdempotentRequest,
  Job,
  MachineClock,
  ReportingEvent,
  ReportSum,
  ReportChange,
  ReportProgress,
  SearchChange,
  Presence,
  AuditLog,
] as const;
