import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenPlace, type Place } from '../support/database.ts';
import { onlyOn } from '../support/only.ts';
import { runParley, type Served, serveParley } from '../support/parley.ts';

let place: Place;
let other: string;
const servers: Served[] = [];
beforeAll(async () => {
  place = await givenPlace();
  other = mkdtempSync(join(tmpdir(), 'parley-other-'));
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));
afterAll(async () => {
  await place.remove();
  rmSync(other, { recursive: true });
});

async function serve(at = place, args: string[] = []): Promise<Served> {
  const served = await serveParley(at, {}, args);
  servers.push(served);
  return served;
}

// Several servers may share a PostgreSQL database, but not a SQLite file.
onlyOn('sqlite', describe)('a second server on one SQLite file', () => {
  it.each([
    ['', []],
    [' without jobs', ['--no-jobs']],
  ])('is refused%s with the process that has it', async (_, args) => {
    const first = await serve(place, args);

    const second = await runParley(['serve', '--port', '0', ...args], place);

    expect([second.code, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toMatch(
      new RegExp(`^parley: \\S+parley\\.db is served already, by process ${first.child.pid}: stop that first .*\\n$`),
    );
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it('is refused when it names the file by another path', async () => {
    await serve();
    symlinkSync(join(place.dataDir, 'parley.db'), join(other, 'parley.db'));
    const linked = { ...place, dataDir: join(other, 'folder') };
    symlinkSync(place.dataDir, linked.dataDir);

    const refused = await Promise.all(
      [linked, { ...place, dataDir: other }].map((at) => runParley(['serve', '--port', '0'], at)),
    );

    expect(refused.map(({ code }) => code)).toEqual([1, 1]);
    for (const { stderr } of refused) expect(stderr).toContain('is served already, by process');
  });

  it('starts when the first was killed, or the machine lost its power', async () => {
    const first = await serve();
    await first.kill();
    const second = await serve();
    await second.kill();
    writeFileSync(join(place.dataDir, 'parley.db.lock'), Buffer.alloc(4096, 'x'));

    const third = await serve();

    expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
  });

  it('does not keep commands from working beside the first', async () => {
    await serve();

    const created = await runParley(['create-account', '--name', 'Acme', '--email', 'ada@example.com'], place);
    const examined = await runParley(['doctor', '--json'], place);

    expect(created.code).toBe(0);
    expect(JSON.parse(examined.stdout)).toContainEqual(expect.objectContaining({ check: 'database', status: 'ok' }));
  });
});

onlyOn('postgresql', describe)('several servers on one PostgreSQL', () => {
  it('serve side by side', async () => {
    const both = [await serve(), await serve(place, ['--no-jobs'])];

    const answers = await Promise.all(both.map(({ url }) => fetch(`${url}/readyz`)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});
