import { ok } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { platformUserShape } from './answers.ts';
import { presentPlatformUser } from './presenter.ts';
import { listPlatformUsers } from './queries.ts';

export const platformUsers = routes('/users');

platformUsers.get(
  '/',
  {
    permission: 'platform_user:read',
    summary: 'List users',
    description: 'Those that this program has made or may see.',
    page: USUAL_PAGE,
    answer: ok(list(platformUserShape)),
  },
  async ({ tx, caller, page }) => {
    const users = await listPlatformUsers(tx, caller.id, page);
    return users.map(presentPlatformUser);
  },
);
