import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { choice, id, json, moment, text } from './columns.ts';

/** In the order of the numbers that requests may give instead: 0 text, 1 number ... */
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

/** What has the attribute; in the order of the numbers that requests may give instead. */
export const ATTRIBUTE_MODELS = ['conversation_attribute', 'contact_attribute', 'company_attribute'] as const;
export type AttributeModel = (typeof ATTRIBUTE_MODELS)[number];

const CustomAttributeDefinitionSchema = defineEntity({
  name: 'CustomAttributeDefinition',
  tableName: 'custom_attribute_definitions',
  // Named by hand: the name that it would get is too long for PostgreSQL, and unique-violation.ts reads it.
  uniques: [
    {
      name: 'custom_attribute_definitions_attribute_key_unique',
      properties: ['account', 'attributeModel', 'attributeKey'],
    },
  ],
  properties: {
    id: id(),
    account: () => p.manyToOne(Account).lazyRef().deleteRule('cascade').index(false),
    attributeKey: p.string(),
    attributeModel: choice(ATTRIBUTE_MODELS),
    attributeDisplayName: p.string(),
    attributeDisplayType: choice(ATTRIBUTE_DISPLAY_TYPES).default('text'),
    attributeDescription: text().nullable(),
    /** What a list attribute can be. */
    attributeValues: json<string[]>().default('[]'),
    defaultValue: p.integer().nullable(),
    /** What values must match, and how people are told so. */
    regexPattern: text().nullable(),
    regexCue: text().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** What the account keeps under one key of custom_attributes: its name for people and its kind. */
export class CustomAttributeDefinition extends CustomAttributeDefinitionSchema.class {}
CustomAttributeDefinitionSchema.setClass(CustomAttributeDefinition);
export { CustomAttributeDefinitionSchema };
