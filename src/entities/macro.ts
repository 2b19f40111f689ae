import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { choice, id, json, moment } from './columns.ts';
import type { Json } from './columns.ts';
import { User } from './user.ts';

/** For the member who wrote it, or for all. */
export const MACRO_VISIBILITIES = ['personal', 'global'] as const;
export type MacroVisibility = (typeof MACRO_VISIBILITIES)[number];

/** Something that is done to a conversation or a contact: the name of its kind, and its parameters. */
export type Action = { name: string; params: Json[] };

/** Actions that members do to conversations with one click. */
export const Macro = defineEntity({
  name: 'Macro',
  tableName: 'macros',
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    name: p.string(),
    visibility: choice(MACRO_VISIBILITIES).default('personal'),
    /** Null = the user has been deleted. */
    createdBy: p.manyToOne(User).nullable().deleteRule('set null').index(),
    updatedBy: p.manyToOne(User).nullable().deleteRule('set null').index(),
    actions: json<Action[]>(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
