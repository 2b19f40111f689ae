import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { choice, id, json, moment, text } from './columns.ts';

/** How the attribute is shown. Requests may use the number instead: 0 is `text`. */
export const ATTRIBUTE_DISPLAY_TYPES = [
  'text',
  'number',
  'currency',
  'percent',
  'link',
  'date',
  'list',
  'checkbox',
] as const;
export type AttributeDisplayType = (typeof ATTRIBUTE_DISPLAY_TYPES)[number];

/** What has the attribute. Requests may use the number instead: 0 is `conversation_attribute`. */
export const ATTRIBUTE_MODELS = ['conversation_attribute', 'contact_attribute', 'company_attribute'] as const;
export type AttributeModel = (typeof ATTRIBUTE_MODELS)[number];

/** The definition of one key of custom_attributes: its display name and type. */
export const CustomAttributeDefinition = defineEntity({
  name: 'CustomAttributeDefinition',
  tableName: 'custom_attribute_definitions',
  // Named explicitly: the generated name is too long for PostgreSQL, and unique-violation.ts reads it.
  uniques: [
    {
      name: 'custom_attribute_definitions_attribute_key_unique',
      properties: ['account', 'attributeModel', 'attributeKey'],
    },
  ],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    attributeKey: p.string(),
    attributeModel: choice(ATTRIBUTE_MODELS),
    attributeDisplayName: p.string(),
    attributeDisplayType: choice(ATTRIBUTE_DISPLAY_TYPES).default('text'),
    attributeDescription: text().nullable(),
    /** The values that a list attribute can have. */
    attributeValues: json<string[]>().default('[]'),
    defaultValue: p.integer().nullable(),
    /** A pattern that values must match, and its description for people. */
    regexPattern: text().nullable(),
    regexCue: text().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
