import { digest } from '../../../src/secrets.ts';
import type { PermissibleType } from '../../../src/entities/platform-permission.ts';
import type { Answer, RequestOptions, TestApp } from '../app.ts';
import { givenPlatformToken } from '../factories.ts';

/** A program of the Platform API. */
export type Platform = {
  token: string;
  /** Calls a path below /platform/api/v1. */
  call(method: string, below: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
};

/** A program that nothing has been granted to. */
export async function givenPlatform(test: TestApp): Promise<Platform> {
  const token = await givenPlatformToken(test);
  return {
    token,
    call: (method, below, body, options) =>
      test.request(method, `/platform/api/v1${below}`, { token, ...(body !== undefined && { body }), ...options }),
  };
}

/** Lets the program with this token manage the things of this type. */
export async function grant(
  test: TestApp,
  { token }: { token: string },
  type: PermissibleType,
  ...ids: number[]
): Promise<void> {
  const { owner_id: platformAppId } = await test
    .rows()
    .selectFrom('access_tokens')
    .select('owner_id')
    .where('digest', '=', digest(token))
    .executeTakeFirstOrThrow();
  const rows = ids.map((id) => ({
    platform_app_id: platformAppId,
    permissible_type: type,
    permissible_id: id,
    created_at: new Date(),
  }));
  await test.rows().insertInto('platform_permissions').values(rows).execute();
}
