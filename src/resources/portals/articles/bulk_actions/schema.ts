import { ARTICLE_STATUSES } from '../../../../entities/article.ts';
import { array, idOrNone, integer, object, oneOfOrIndex } from '../../../../fields.ts';
import { locale } from '../../schema.ts';

const MOST_IDS = 1000;
/** Each is copied with its whole text. */
const MOST_TRANSLATED = 100;

const ids = (most: number) =>
  array(integer().required('must be the id of an article'))
    .typeError('must be a list of ids of articles')
    .min(1, "can't be blank")
    .max(most, `must have at most ${most} ids`)
    .required('is missing: a list of ids of articles');

export const deleteArticlesBody = object({ ids: ids(MOST_IDS) });

export const updateStatusBody = object({
  ids: ids(MOST_IDS),
  status: oneOfOrIndex(ARTICLE_STATUSES).required(`is missing: one of ${ARTICLE_STATUSES.join(', ')}`),
});

export const updateCategoryBody = object({
  ids: ids(MOST_IDS),
  category_id: integer().required('must be the id of a category'),
});

export const translateBody = object({
  ids: ids(MOST_TRANSLATED),
  locale: locale(),
  category_id: idOrNone().meta({ description: 'A category of that locale; null = none' }),
});
