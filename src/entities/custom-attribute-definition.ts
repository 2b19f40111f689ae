import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { choice, id, json, moment, text } from './columns.ts';

/** In the order of their numbers, which requests may use instead: 0 text, 1 number ... */
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

/** The type that has the attribute, in the order of the numbers that requests may use instead. */
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
