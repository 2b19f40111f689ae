import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { archiveOf, type Content } from '../../src/backup/archive/write-archive.ts';
import { givenFolder } from '../support/backup/full-place.ts';

const TIME = new Date('2026-11-29T12:00:00Z');
const CHUNK = Buffer.alloc(2 ** 18, 'x');

const archive = (...contents: Content[]) => archiveOf(Readable.from(contents), TIME);

/** A content of so many chunks, with how many of them have been read, and whether reading has ended. */
function givenChunks(name: string, count: number) {
  const seen = { read: 0, isClosed: false };
  const read = async function* () {
    try {
      for (; seen.read < count; seen.read += 1) yield CHUNK;
    } finally {
      seen.isClosed = true;
    }
  };
  return { seen, content: { name, size: count * CHUNK.length, read } };
}

describe('the archive of a backup', () => {
  it('is one that tar unpacks, whatever the names and sizes', async () => {
    const folder = givenFolder();
    const names = [
      'short.json',
      `database/${'a'.repeat(80)}/${'b'.repeat(60)}.json`,
      'c'.repeat(120),
      'files/Zoë_Å_漢字',
      `files/${'é'.repeat(70)}`,
    ];
    const large = givenChunks('files/large', 5);

    const bytes = await buffer(
      archive(
        ...names.map((name) => ({ name, bytes: Buffer.from(`of ${name}`) })),
        { name: 'files/empty', bytes: Buffer.alloc(0) },
        { name: 'files/block', bytes: CHUNK.subarray(0, 512) },
        large.content,
        { name: 'end.json', bytes: Buffer.from('{}') },
      ),
    );
    mkdirSync(join(folder.path, 'out'));
    execFileSync('tar', ['-xf', '-', '-C', join(folder.path, 'out')], { input: bytes });
    const at = (name: string) => readFileSync(join(folder.path, 'out', name));
    const checked = execFileSync('sha256sum', ['--check', '--quiet', 'checksums/1.sha256'], {
      cwd: join(folder.path, 'out'),
      encoding: 'utf8',
    });
    const contents = names.map((name) => at(name).toString());
    const sizes = ['files/empty', 'files/block', 'files/large'].map((name) => at(name).length);
    const top = readdirSync(join(folder.path, 'out')).toSorted();
    folder.remove();

    expect(contents).toEqual(names.map((name) => `of ${name}`));
    expect(sizes).toEqual([0, 512, 5 * CHUNK.length]);
    expect(checked).toBe('');
    expect(top).toEqual(['c'.repeat(120), 'checksums', 'database', 'end.json', 'files', 'short.json']);
  });

  it('tells tar the size of a file beyond the 8 GiB that eleven octal digits can say', async () => {
    const size = 9 * 2 ** 30 + 1;
    const bytes = archive({ name: 'files/huge', size, read: () => Readable.from([CHUNK]) });

    const { value } = await bytes.next();
    await bytes.return(undefined);
    const listed = execFileSync('sh', ['-c', 'tar --utc -tvf - 2> /dev/null || true'], {
      input: value as Buffer,
      encoding: 'utf8',
    });

    expect(listed).toMatch(new RegExp(`^-rw------- 0/0 +${size} 2026-11-29 12:00 files/huge$`, 'm'));
  });

  it('reads no further ahead than a few chunks of a large file', async () => {
    const large = givenChunks('files/large', 1000);
    const bytes = archive(large.content);

    const most: number[] = [];
    for (let taken = 0; taken < 100; taken += 1) {
      await bytes.next();
      most.push(large.seen.read - taken);
    }
    await bytes.return(undefined);

    expect(Math.max(...most)).toBeLessThan(5);
  });

  it('closes what it reads when nobody takes the rest', async () => {
    const large = givenChunks('files/large', 1000);
    const contents = givenContents(large.content);
    const bytes = archiveOf(contents.all, TIME);

    await bytes.next();
    await bytes.return(undefined);

    expect([large.seen.isClosed, contents.seen.isClosed]).toEqual([true, true]);
  });

  it('closes a file that is being read when nobody takes the rest', async () => {
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isClosed = false;
    const read = async function* () {
      try {
        yield CHUNK;
        begun.resolve();
        await goesOn.promise;
        yield CHUNK;
        yield CHUNK;
      } finally {
        isClosed = true;
      }
    };
    const bytes = archive({ name: 'files/slow', size: 3 * CHUNK.length, read });

    await bytes.next();
    await bytes.next();
    await begun.promise;
    const ended = bytes.return(undefined);
    goesOn.resolve();
    await ended;

    expect(isClosed).toBe(true);
  });

  it('fails with what reading fails with', async () => {
    const failure = Object.assign(new Error('the disk is gone'), { code: 'EIO' });
    const failing = {
      name: 'files/failing',
      size: 10,
      // oxlint-disable-next-line require-yield
      read: async function* (): AsyncGenerator<Buffer> {
        throw failure;
      },
    };

    await expect(buffer(archive(failing))).rejects.toBe(failure);
  });

  it('fails when a file is longer or shorter than it was', async () => {
    const size = 3 * CHUNK.length;

    for (const said of [size - 1, size + 1]) {
      const { content } = givenChunks('files/changed', 3);
      await expect(buffer(archive({ ...content, size: said }))).rejects.toThrow(
        'files/changed has changed while it was read',
      );
    }
  });
});

/** The contents, with whether reading them has ended. */
function givenContents(...contents: Content[]) {
  const seen = { isClosed: false };
  const all = (async function* () {
    try {
      yield* contents;
    } finally {
      seen.isClosed = true;
    }
  })();
  return { seen, all };
}
