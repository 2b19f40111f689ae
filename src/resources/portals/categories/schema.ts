import { type InferType } from 'yup';
import { array, idOrNone, integer, object, requiredText, text } from '../../../fields.ts';
import { locale } from '../schema.ts';
import { slug } from '../slug.ts';

const DESCRIPTION_LENGTH = 5000;
const MOST_RELATED = 50;

const optional = {
  slug: slug(),
  description: text(DESCRIPTION_LENGTH).nullable(),
  position: integer(),
  icon: text().meta({ description: 'An emoji, or the name of an icon' }),
  icon_color: text(),
  parent_category_id: idOrNone(),
  associated_category_id: idOrNone().meta({ description: 'The category that this one is a translation of' }),
  related_category_ids: array(integer().required('must be the id of a category'))
    .typeError('must be a list of ids of categories')
    .max(MOST_RELATED, `must have at most ${MOST_RELATED} ids`),
};

export const createCategoryBody = object({
  name: requiredText(),
  ...optional,
  locale: locale().optional().meta({ description: "One of the portal's; the default one unless given" }),
});
export const updateCategoryBody = object({ name: requiredText().optional(), ...optional, locale: locale().optional() });

export type CategoryBody = InferType<typeof updateCategoryBody>;

export const listCategoriesQuery = object({ locale: text() });
