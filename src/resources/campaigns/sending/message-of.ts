import { newMessage, type NewMessage } from '../../../conversations/messages/new-message.ts';
import type { Attributes } from '../../../entities/columns.ts';
import type { Actor } from '../../../records/actor.ts';
import type { UserRecord } from '../../../records/user.ts';
import type { CampaignRow } from '../queries.ts';

/** The message of a campaign to a contact, with this text and, where the provider wants one, this template. */
export function messageOf(
  { displayId, sender }: CampaignRow,
  { content, template }: { content: string; template: Attributes | null },
): NewMessage {
  return newMessage({
    content,
    additionalAttributes: {
      campaign_id: displayId,
      one_off_campaign: true,
      ...(template && { template_params: template }),
    },
    reopens: false,
    actor: sender && actorOf(sender),
  });
}

function actorOf(user: UserRecord): Actor {
  const { id, name, displayName, email, avatarUrl, role } = user;
  return { type: 'User', id, name, displayName, email, avatarUrl, role, tokenId: null, answeredDeliveryId: null };
}
