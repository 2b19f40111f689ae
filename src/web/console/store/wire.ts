// The parts of answers, frames of the socket and events of the feed that the console reads; their shapes are in the document
// of the API. Seconds are Unix seconds.

export type Status = 'open' | 'resolved' | 'pending' | 'snoozed';
/** The highest first. */
export const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];
export type Attributes = Record<string, unknown>;

export type WireSender = {
  id: number;
  name: string | null;
  type?: string;
  available_name?: string;
  avatar_url?: string | null;
  thumbnail?: string | null;
};

export type WireContact = {
  id: number;
  name: string | null;
  email: string | null;
  phone_number: string | null;
  identifier: string | null;
  thumbnail: string;
  blocked: boolean;
  additional_attributes: Attributes;
  custom_attributes: Attributes;
};

export type WireAttachment = {
  id: number;
  file_type: string;
  extension: string | null;
  content_type?: string;
  data_url: string;
  thumb_url: string;
  file_size: number;
  width: number | null;
  height: number | null;
  coordinates_lat?: number;
  coordinates_long?: number;
  fallback_title?: string | null;
  /** Of a card. */
  meta?: { firstName?: string; lastName?: string };
};

export type WireMessage = {
  id: number;
  /** The number of the conversation. */
  conversation_id: number;
  content: string | null;
  content_type: string;
  content_attributes: Attributes;
  /** 0 incoming, 1 outgoing, 2 activity, 3 template; the feed has the name. */
  message_type: number | string;
  created_at: number;
  /** ISO 8601. */
  updated_at?: string;
  private: boolean;
  status: string;
  external_error?: string | null;
  source_id?: string | null;
  sender?: WireSender | null;
  attachments?: WireAttachment[];
  /** The id that its author's client gave it. */
  echo_id?: string | number;
};

export type WireConversation = {
  id: number;
  uuid: string;
  inbox_id: number;
  status: Status;
  priority: Priority | null;
  muted: boolean;
  snoozed_until: string | null;
  meta: {
    sender: WireContact;
    assignee: WireSender | null;
    assignee_type: 'User' | 'AgentBot' | null;
    team: { id: number; name: string } | null;
    hmac_verified: boolean;
  };
  labels: string[];
  additional_attributes: Attributes;
  custom_attributes: Attributes;
  can_reply: boolean;
  unread_count: number;
  /** Seconds with 0 = none in answers, ISO 8601 or null in events. */
  first_reply_created_at: number | string | null;
  waiting_since: number;
  agent_last_seen_at: number;
  contact_last_seen_at: number;
  last_activity_at: number;
  created_at: number;
  updated_at: number;
  messages: WireMessage[];
  /** Only in answers. */
  last_non_activity_message?: WireMessage | null;
};

/** The counts of a list by assignment. */
export type WireCounts = { count: number; mine_count: number; unassigned_count: number; all_count: number };

export type WirePage = { meta: WireCounts; payload: WireConversation[] };

export type WireList = { data: WirePage };
