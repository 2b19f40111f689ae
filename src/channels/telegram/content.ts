import type { Attributes } from '../../entities/columns.ts';
import { listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import type { ReceivedFile } from '../receiving/receiver.ts';
import { showUnsupported } from '../receiving/unsupported.ts';
import { withEntities } from './entities.ts';
import { fileIn } from './files.ts';
import { type Content, KINDS } from './kinds.ts';
import { readRichMessage } from './rich-message.ts';

/** Members with metadata of a message. Any other unknown member is taken for a new kind of content. */
const ABOUT =
  /^(?:message_id|message_thread_id|from|sender_\w+|date|chat|business_connection_id|guest_\w+|is_\w+|has_\w+|direct_messages_topic|receiver_user|ephemeral_message_id|forward_\w+|reply_\w+|external_reply|quote|via_bot|edit_date|show_caption_above_media|media_group_id|author_signature|link_preview_options|effect_id|paid_star_count|suggested_post_info|venue|entities|caption_entities)$/;

/** Service messages of Telegram itself. */
const NOTICES =
  /^(?:pinned_message|message_auto_delete_timer_changed|chat_background_set|write_access_allowed|connected_website|managed_bot_created|boost_added|chat_owner_\w+|community_chat_\w+|\w*forum_topic_\w+|video_chat_\w+|new_chat_\w+|left_chat_member|delete_chat_photo|\w+_chat_created|migrate_\w+|\w+_message_price_changed)$/;

/** The content of a message; null for service messages, such as about a pinned message. */
export function contentOf(message: Attributes): Content | null {
  const text = textIn(message);
  const rich = readRichMessage(objectAt(message, 'rich_message'));
  const files = [...filesIn(message), ...rich.files];
  const content = text ?? rich.content;
  if (content !== null || files.length > 0) return { content, files };
  return kindIn(message);
}

/** The text or caption of a message, as Markdown. */
function textIn(message: Attributes): string | null {
  const text = textAt(message, 'text');
  return text === ''
    ? withEntities(textAt(message, 'caption'), listAt(message, 'caption_entities')) || null
    : withEntities(text, listAt(message, 'entities'));
}

/** The file of a message, or its paid media without the previews. */
function filesIn(message: Attributes): ReceivedFile[] {
  const paid = listAt(objectAt(message, 'paid_media'), 'paid_media');
  return [message, ...paid].flatMap((part) => fileIn(part) ?? []);
}

function kindIn(message: Attributes): Content | null {
  const members = Object.keys(message).filter((member) => !ABOUT.test(member));
  for (const [kind, read] of Object.entries(KINDS)) {
    const content = members.includes(kind) ? read(objectAt(message, kind), message) : null;
    if (content) return content;
  }
  const kind = members.find((member) => !NOTICES.test(member));
  return kind === undefined && members.length > 0 ? null : showUnsupported(kind ?? '');
}
