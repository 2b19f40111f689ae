import type { Demo } from './find-demo.ts';

/** Where a server at `url` shows the account; an address is empty where its inbox or help centre was deleted. */
export function addressesOf(url: string, { websiteToken, slug }: Pick<Demo, 'websiteToken' | 'slug'>) {
  return {
    widget: websiteToken && `${url}/widget_tests?website_token=${websiteToken}`,
    help_centre: slug && `${url}/hc/${slug}`,
    docs: `${url}/docs`,
  };
}
