/** What the widget reads of the answers of the server and of what the socket brings. */

export type Sender = { id?: number; name?: string | null; available_name?: string | null; avatar_url?: string | null };

export type WireAttachment = {
  id?: number;
  file_type: string;
  data_url?: string | null;
  thumb_url?: string | null;
  file_size?: number | null;
  extension?: string | null;
  fallback_title?: string | null;
};

export type Action = { type: 'link' | 'postback'; text: string; uri?: string; payload?: string };

/** An item of a card, of options, of an article or of a form. */
export type Item = {
  title?: string;
  value?: string;
  description?: string;
  media_url?: string;
  link?: string;
  actions?: Action[];
  name?: string;
  label?: string;
  type?: string;
  placeholder?: string;
  required?: boolean;
  default?: string;
  options?: { label?: string; title?: string; value: string }[];
  regex?: string;
  pattern?: string;
  /** What is said to those whose answer does not match the pattern. */
  pattern_error?: string;
};

export type ContentAttributes = {
  deleted?: boolean;
  in_reply_to?: number | null;
  items?: Item[];
  submitted_email?: string;
  submitted_values?: unknown;
  display_type?: string;
  button_label?: string;
};

export type WireMessage = {
  id: number;
  content?: string | null;
  content_type?: string;
  content_attributes?: ContentAttributes | null;
  /** 0 from the visitor, 1 from the team, 2 activity, 3 from a template. */
  message_type: number;
  /** Unix seconds. */
  created_at: number;
  conversation_id?: number;
  attachments?: WireAttachment[];
  sender?: Sender | null;
  sender_type?: string | null;
  additional_attributes?: { sender_name?: string; sender_avatar_url?: string } | null;
  private?: boolean;
  echo_id?: string | number | null;
};

export type Conversation = {
  id: number;
  inbox_id?: number;
  status: string;
  contact_last_seen_at?: number | string | null;
};

export type Agent = { id: number; name: string; avatar_url: string | null; availability_status: string };

export type Contact = {
  id?: number;
  has_email?: boolean;
  has_name?: boolean;
  has_phone_number?: boolean;
  identifier?: string | null;
};

export type Campaign = {
  id: number;
  message: string;
  sender?: Sender | null;
  trigger_rules?: { url?: string; time_on_page?: number };
  trigger_only_during_business_hours?: boolean;
};
