import type { PortalConfig, SOCIAL_SERVICES } from '../../entities/portal.ts';
import { linkTo } from '../../markdown/link-to.ts';

type Service = (typeof SOCIAL_SERVICES)[number];

/** The title of each service, and the base address of profiles. */
const SERVICES: Record<Service, [title: string, base: string]> = {
  facebook: ['Facebook', 'https://www.facebook.com/'],
  x: ['X', 'https://x.com/'],
  instagram: ['Instagram', 'https://www.instagram.com/'],
  linkedin: ['LinkedIn', 'https://www.linkedin.com/'],
  youtube: ['YouTube', 'https://www.youtube.com/'],
  tiktok: ['TikTok', 'https://www.tiktok.com/'],
  github: ['GitHub', 'https://github.com/'],
  whatsapp: ['WhatsApp', 'https://wa.me/'],
};

/** The links to the portal's profiles. */
export function socialLinks({ social_profiles: profiles }: PortalConfig): { title: string; href: string }[] {
  return (Object.keys(SERVICES) as Service[]).flatMap((service) => {
    const given = profiles[service]?.trim();
    if (!given) return [];
    const [title, base] = SERVICES[service];
    return [{ title, href: addressIn(given) ?? base + given.split('/').map(encodeURIComponent).join('/') }];
  });
}

/** A profile may be given by its whole address. */
const addressIn = (given: string) => (/^https?:/i.test(given) ? linkTo(given) : null);
