import { held } from '../../sync/held.ts';

/** A custom attribute that the account has defined. */
export type Definition = {
  id: number;
  attribute_key: string;
  attribute_display_name: string;
  attribute_display_type: 'text' | 'number' | 'currency' | 'percent' | 'link' | 'date' | 'list' | 'checkbox';
  attribute_model: 'conversation_attribute' | 'contact_attribute';
  attribute_values: string[];
  regex_pattern: string | null;
  regex_cue: string | null;
};

/** The definitions of the account; attributes have their keys for names until they are there. */
export const definitionsOf = held((api) => api.request<Definition[]>('GET', '/custom_attribute_definitions'));
