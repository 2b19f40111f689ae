import type { CategoryBody } from './schema.ts';

/** The values of a new or changed category; undefined = the present value or the default, null = none. */
export type CategoryInput = {
  name: string | undefined;
  slug: string | undefined;
  locale: string | undefined;
  description: string | null | undefined;
  position: number | undefined;
  icon: string | undefined;
  iconColor: string | undefined;
  parentId: number | null | undefined;
  /** The original of a translation. */
  rootId: number | null | undefined;
  relatedIds: number[] | undefined;
};

/** The input of the commands, made from a request's body. */
export function categoryInput(body: CategoryBody): CategoryInput {
  return {
    name: body.name,
    slug: body.slug || undefined,
    locale: body.locale,
    description: body.description,
    position: body.position,
    icon: body.icon,
    iconColor: body.icon_color,
    parentId: body.parent_category_id === 0 ? null : body.parent_category_id,
    rootId: body.associated_category_id === 0 ? null : body.associated_category_id,
    relatedIds: body.related_category_ids,
  };
}
