import { answers, takes } from '../../http/describe.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { list } from '../../shapes.ts';
import { platformUserShape } from './answers.ts';
import { presentPlatformUser } from './presenter.ts';
import { listPlatformUsers } from './queries.ts';

/** /platform/api/v1/users */
export const platformUsers = router();

platformUsers.get(
  '/',
  allow('platform_user:read'),
  takes({ page: true }),
  answers(list(platformUserShape)),
  async (ctx) => {
    const users = await listPlatformUsers(ctx.state.em, ctx.state.caller.id, pageOf(ctx));
    ctx.body = users.map(presentPlatformUser);
  },
);
