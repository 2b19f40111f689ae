/** The opening hours of one weekday; 0 is Sunday. */
export type WorkingHours = {
  day_of_week: number;
  closed_all_day: boolean;
  open_all_day: boolean;
  open_hour: number | null;
  open_minutes: number | null;
  close_hour: number | null;
  close_minutes: number | null;
};

/** A field of the form before the first message. */
export type PreChatField = {
  name: string;
  type: string;
  label?: string;
  placeholder?: string;
  required?: boolean;
  enabled?: boolean;
  field_type?: 'standard' | 'contact_attribute' | 'conversation_attribute';
  values?: string[];
  regex_pattern?: string | null;
  regex_cue?: string | null;
};

/** `website_channel_config` of the server: what the owner of the website set. */
export type Channel = {
  website_name: string;
  website_token: string;
  widget_color: string;
  avatar_url?: string | null;
  welcome_title?: string | null;
  welcome_tagline?: string | null;
  locale?: string | null;
  reply_time?: 'in_a_few_minutes' | 'in_a_few_hours' | 'in_a_day' | null;
  enabled_features?: string[];
  pre_chat_form_enabled?: boolean;
  pre_chat_form_options?: { pre_chat_message?: string | null; pre_chat_fields?: PreChatField[] };
  working_hours_enabled?: boolean;
  working_hours?: WorkingHours[];
  out_of_office_message?: string | null;
  timezone?: string | null;
  csat_survey_enabled?: boolean;
  allow_messages_after_resolved?: boolean;
  disable_branding?: boolean;
  /** The help centre; null = none. */
  portal?: { name: string; url: string } | null;
};
