import { invalid } from '../../errors.ts';
import { empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { sessionShape } from './answers.ts';
import { endOtherSessions, endSessionOf } from './end-sessions.ts';
import { presentSession } from './presenter.ts';
import { listSessions } from './queries.ts';

export const userSessions = routes('/sessions');

userSessions.get(
  '/',
  {
    permission: 'session:read',
    summary: 'List your sessions',
    description: 'Where you are signed in with your password, the one used last first.',
    page: 'optional',
    answer: ok(list(sessionShape)),
  },
  async ({ tx, caller, page, now }) => {
    const sessions = await listSessions(tx, caller.id, page, now);
    return sessions.map((session) => presentSession(session, caller.sessionId));
  },
);

userSessions.delete(
  '/',
  {
    permission: 'session:write',
    summary: 'End your sessions',
    description: 'All but the one of this request; access tokens stay valid.',
    answer: empty,
  },
  ({ tx, caller }) => endOtherSessions(tx, caller.id, caller.sessionId),
);

userSessions.delete(
  '/:id',
  {
    permission: 'session:write',
    summary: 'End a session',
    description: 'Not the one of this request, which `DELETE /auth/sign_out` ends.',
    answer: empty,
  },
  async ({ tx, caller, params }) => {
    if (params.id === caller.sessionId) {
      throw invalid('Validation failed', 'this is the session of this request: end it with DELETE /auth/sign_out', [
        'id',
      ]);
    }
    await endSessionOf(tx, caller.id, params.id);
  },
);
