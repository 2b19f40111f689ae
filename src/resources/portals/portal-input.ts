import type { StoredFile } from '../../storage/stored-file.ts';
import type { AvatarFile } from '../files/check-avatar.ts';
import type { PortalBody } from './schema.ts';

/** The values of a new or changed portal; undefined = the present value or the default, null = none. */
export type PortalInput = {
  name: string | undefined;
  slug: string | undefined;
  color: string | undefined;
  customDomain: string | null | undefined;
  headerText: string | null | undefined;
  pageTitle: string | null | undefined;
  homepageLink: string | null | undefined;
  archived: boolean | undefined;
  config: PortalBody['config'];
  /** The website inbox whose widget offers it. */
  inboxId: number | null | undefined;
  /** A new picture; null = no change. */
  logo: AvatarFile | null;
};

/** The input of the commands, made from a request; `logo` is its file. */
export function portalInput(body: PortalBody, [logo]: StoredFile[]): PortalInput {
  return {
    name: body.name,
    slug: body.slug,
    color: body.color,
    customDomain: body.custom_domain,
    headerText: body.header_text,
    pageTitle: body.page_title,
    homepageLink: body.homepage_link === '' ? null : body.homepage_link,
    archived: body.archived,
    config: body.config,
    inboxId: body.inbox_id === 0 ? null : body.inbox_id,
    logo: logo ?? null,
  };
}
