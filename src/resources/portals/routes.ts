import { created, empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { type AvatarFile, checkPicture } from '../files/check-avatar.ts';
import { removeAvatar } from '../files/remove-avatar.ts';
import { portalListShape, portalShape } from './answers.ts';
import { archivePortal } from './archive-portal.ts';
import { articles } from './articles/routes.ts';
import { bulkActionsOfArticles } from './articles/bulk_actions/routes.ts';
import { categories } from './categories/routes.ts';
import { createPortal } from './create-portal.ts';
import { deletePortal } from './delete-portal.ts';
import { domainsOfPortals } from './domain-routes.ts';
import { portalInput } from './portal-input.ts';
import { portalOf } from './portal-of.ts';
import { presentPortal } from './presenter.ts';
import { completePortals, countPortals, listPortals } from './queries.ts';
import { showPortal } from './show-portal.ts';
import { createPortalBody, showPortalQuery, updatePortalBody } from './schema.ts';
import { updatePortal } from './update-portal.ts';

export const portals = routes('/portals');

/** The logo, as a file or by the signed id of one that was uploaded by itself. */
const logo = {
  files: ['logo', 'blob_id'],
  takesBlobs: true,
  // Where both are there, the file counts.
  chooseFiles: <File extends AvatarFile>(files: File[]) => checkPicture('logo')(files.slice(0, 1)),
} as const;

portals.get(
  '/',
  {
    permission: 'portal:read',
    summary: 'List portals',
    description: 'A portal is a help centre: a website of articles, which this server shows at `/hc/{slug}`.',
    page: 'optional',
    answer: ok(portalListShape),
  },
  async ({ tx, account, caller, page }) => {
    const rows = await listPortals(tx, account.id, page);
    const [shown, count] = await tx.together((tx) => [
      completePortals(tx, rows, caller.id),
      page ? countPortals(tx, account.id) : Promise.resolve(rows.length),
    ]);
    return {
      payload: shown.map((portal) => presentPortal(tx.installation.vault, portal, null)),
      meta: { current_page: page?.number ?? 1, portals_count: count },
    };
  },
);

portals.post(
  '/',
  {
    permission: 'portal:write',
    summary: 'Create a portal',
    description: 'A logo is sent as `logo` of a multipart form, or named by the signed id of an upload as `blob_id`.',
    body: createPortalBody,
    name: 'portal',
    ...logo,
    example: { name: 'Acme Help', slug: 'acme-help', config: { allowed_locales: ['en', 'de'], default_locale: 'en' } },
    answer: created(portalShape),
  },
  async ({ body, files, ...asked }) => {
    const input = { ...portalInput(body, files), name: body.name, slug: body.slug };
    return showPortal(asked, await createPortal(asked.tx, asked.account, input, asked.now));
  },
);

portals.get(
  '/:portal_slug',
  {
    permission: 'portal:read',
    summary: 'Show a portal',
    description: 'With `locale`, the counts of articles and categories are of this locale alone.',
    find: portalOf,
    query: showPortalQuery,
    answer: ok(portalShape),
  },
  ({ found: portal, query, ...asked }) => showPortal(asked, portal, query.locale),
);

portals.patch(
  '/:portal_slug',
  {
    permission: 'portal:write',
    summary: 'Change a portal',
    description:
      '`config` may have some settings alone; the others stay. `inbox_id` makes that website inbox the only one whose widget offers the portal.',
    find: portalOf,
    body: updatePortalBody,
    name: 'portal',
    ...logo,
    example: { header_text: 'How can we help?', config: { layout: 'documentation' } },
    answer: ok(portalShape),
  },
  async ({ found: portal, body, files, ...asked }) =>
    showPortal(asked, await updatePortal(asked.tx, portal, portalInput(body, files), asked.now)),
);

portals.delete(
  '/:portal_slug',
  {
    permission: 'portal:write',
    summary: 'Delete a portal',
    description:
      'With its categories and articles. It is gone at once, and its slug and domain are free; a job removes what was in it.',
    find: portalOf,
    answer: empty,
  },
  ({ tx, found: portal, now }) => deletePortal(tx, portal, now),
);

portals.patch(
  '/:portal_slug/archive',
  {
    permission: 'portal:write',
    summary: 'Archive a portal',
    description: 'Readers do not find it any more, until `archived` is set to false.',
    find: portalOf,
    answer: empty,
  },
  ({ tx, found: portal, now }) => archivePortal(tx, portal, now),
);

portals.delete(
  '/:portal_slug/logo',
  { permission: 'portal:write', summary: 'Delete the logo of a portal', find: portalOf, answer: empty },
  ({ tx, found: { id }, now }) => removeAvatar(tx, { type: 'Portal', id }, now),
);

portals.include(domainsOfPortals, categories, bulkActionsOfArticles, articles);
