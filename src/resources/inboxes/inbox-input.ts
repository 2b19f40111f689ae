import type { Attributes } from '../../entities/columns.ts';
import type { CsatConfig, SenderNameType } from '../../entities/inbox.ts';
import type { AvatarFile } from '../files/check-avatar.ts';
import type { InboxBody } from './schema.ts';
import type { GivenHours } from './working-hours.ts';

/** The values of a new or changed inbox; undefined = the present value or the default, null = none. */
export type InboxInput = {
  name: string | undefined;
  greetingEnabled: boolean | undefined;
  greetingMessage: string | null | undefined;
  enableAutoAssignment: boolean | undefined;
  autoAssignmentConfig: Attributes | undefined;
  enableEmailCollect: boolean | undefined;
  workingHoursEnabled: boolean | undefined;
  /** The days to change. */
  workingHours: GivenHours[];
  outOfOfficeMessage: string | null | undefined;
  timezone: string | undefined;
  csatSurveyEnabled: boolean | undefined;
  csatConfig: CsatConfig | undefined;
  allowMessagesAfterResolved: boolean | undefined;
  lockToSingleConversation: boolean | undefined;
  senderNameType: SenderNameType | undefined;
  businessName: string | null | undefined;
  /** The help centre that its widget offers; null = none. */
  portalId: number | null | undefined;
  /** A new picture; null = no change. */
  avatar: AvatarFile | null;
  /** The channel's parameters, under the names of its kind. */
  channel: Attributes;
  /** Whether the channel is saved again, also without a new value: its login may work again, and its provider is told once more. */
  savesChannel: boolean;
};

/** The input of the commands, made from a request's body. */
export function inboxInput(body: Partial<InboxBody>, avatar: AvatarFile | null): InboxInput {
  const { type: _, ...channel } = (body.channel ?? {}) as Attributes;
  return {
    name: body.name,
    greetingEnabled: body.greeting_enabled,
    greetingMessage: body.greeting_message,
    enableAutoAssignment: body.enable_auto_assignment,
    autoAssignmentConfig: body.auto_assignment_config as Attributes | undefined,
    enableEmailCollect: body.enable_email_collect,
    workingHoursEnabled: body.working_hours_enabled,
    workingHours: body.working_hours ?? [],
    outOfOfficeMessage: body.out_of_office_message,
    timezone: body.timezone,
    csatSurveyEnabled: body.csat_survey_enabled,
    csatConfig: body.csat_config as CsatConfig | undefined,
    allowMessagesAfterResolved: body.allow_messages_after_resolved,
    lockToSingleConversation: body.lock_to_single_conversation,
    senderNameType: body.sender_name_type,
    businessName: body.business_name,
    portalId: body.portal_id === 0 ? null : body.portal_id,
    avatar,
    channel,
    savesChannel: body.channel !== undefined,
  };
}
