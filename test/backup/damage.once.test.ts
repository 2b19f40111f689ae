import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack, type Pack } from 'tar-stream';
import type { Ending } from '../../src/backup/format.ts';
import { verifyBackup } from '../../src/backup/verify-backup.ts';
import { givenFolder, givenFullPlace, storedIn } from '../support/backup/full-place.ts';
import {
  type BackupEntry,
  changeBackup,
  contentOf,
  packed,
  rewriteBackup,
  unpacked,
} from '../support/backup/change-backup.ts';
import { runParley } from '../support/parley.ts';

let folder: ReturnType<typeof givenFolder>;
let whole: Buffer;
/** The keys of the two files in it. */
let keys: string[];
beforeAll(async () => {
  const { place } = await givenFullPlace();
  folder = givenFolder();
  const file = join(folder.path, 'whole.tar.zst');
  await runParley(['backup', file], place);
  whole = readFileSync(file);
  keys = Object.keys(storedIn(place)).filter((name) => name !== 'secret_key');
  await place.remove();
});
afterAll(() => folder.remove());

/** What verifying the bytes says; '' = they are a whole backup. */
async function verdictOn(bytes: Buffer): Promise<string> {
  const path = join(folder.path, 'changed.tar.zst');
  writeFileSync(path, bytes);
  return verifyBackup(path).then(
    () => '',
    (error: Error) => `${error.name}: ${error.message.replace(path, 'FILE')}`,
  );
}

const changed = async (change: (entries: BackupEntry[]) => BackupEntry[]) =>
  verdictOn(await changeBackup(whole, change));
const rewritten = async (change: Parameters<typeof rewriteBackup>[1]) => verdictOn(await rewriteBackup(whole, change));
const without = (name: string) => changed((entries) => entries.filter((entry) => entry.name !== name));

/** The verdict on a backup that begins with an entry of its own. */
async function withEntry(header: Parameters<Pack['entry']>[0]): Promise<string> {
  const archive = pack();
  archive.entry(header, '');
  archive.finalize();
  const bytes = await buffer(archive);
  // Without the empty blocks at its end.
  return verdictOn(packed(Buffer.concat([bytes.subarray(0, -1024), unpacked(whole)])));
}

function changedEnd(content: Buffer, change: (end: Ending) => void): Buffer {
  const end = JSON.parse(content.toString()) as Ending;
  change(end);
  return Buffer.from(JSON.stringify(end));
}

const rowsOf = ({ rows }: Ending, name: string) => rows.find(({ table }) => table === name)!;

describe('a backup', () => {
  it('is whole as it was written, and when it is packed again', async () => {
    expect(await verdictOn(whole)).toBe('');
    expect(await changed((entries) => entries)).toBe('');
  });

  it('is recognized as cut off, wherever that is', async () => {
    const lengths = [4, 100, 1000, Math.floor(whole.length / 2), whole.length - 100, whole.length - 1];

    for (const length of lengths) expect(await verdictOn(whole.subarray(0, length))).toContain('FILE is cut off');
  });

  it('is recognized as damaged, whichever byte has changed', async () => {
    const step = Math.ceil(whole.length / 60);
    for (let at = 0; at < whole.length; at += step) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 0x10;
      // Some bits of packed data mean nothing.
      if (contentOf(bytes)?.equals(contentOf(whole)!) && bytes.subarray(-8).equals(whole.subarray(-8))) continue;

      expect(`${at} ${await verdictOn(bytes)}`).toMatch(/^\d+ BackupError: FILE is (damaged|cut off|no backup)/);
    }
  });

  it('is recognized as damaged when a file or a row is not as it was written', async () => {
    const inFile = await changed((entries) => {
      entries.find(({ name }) => name === `files/${keys[0]}`)!.content[0]! ^= 1;
      return entries;
    });
    const inRow = await changed((entries) => {
      const { content } = entries.find(({ name }) => name === 'database/messages/1.json')!;
      content.write('hallo', content.toString().toLowerCase().indexOf('hello'));
      return entries;
    });

    expect(inFile).toContain(`FILE is damaged: files/${keys[0]} is not as it was written`);
    expect(inRow).toContain('FILE is damaged: database/messages/1.json is not as it was written');
  });

  it('is recognized as damaged when something is missing, or was added', async () => {
    const doubled = (name: string) =>
      changed((entries) => entries.flatMap((entry) => (entry.name === name ? [entry, entry] : [entry])));

    expect(await without(`files/${keys[1]}`)).toContain(`files/${keys[1]} is missing`);
    expect(await without('database/messages/1.json')).toContain('database/messages/1.json is missing');
    expect(await without('secret_key')).toContain('secret_key is missing');
    expect(await without('end.json')).toContain('it has no end');
    expect(await without('checksums/1.sha256')).toContain('lack their checksums');
    expect(await without('parley-backup.json')).toContain('its beginning does not name');
    expect(await doubled('database/messages/1.json')).toMatch(/it has \d+ of \d+ rows of messages/);
  });

  it('is recognized as damaged when it lacks a row that another names', async () => {
    const verdict = await rewritten((name, content) => {
      if (name === 'database/contacts/1.json') return null;
      return name === 'end.json' ? changedEnd(content, (end) => (rowsOf(end, 'contacts').count = 0)) : content;
    });

    expect(verdict).toMatch(/FILE is damaged: a row of \w+ names contacts\.id \d+ as its contact_id, which it lacks/);
  });

  it('is recognized as damaged when it lacks a file that a row names', async () => {
    const withoutFile = (change: (end: Ending) => void) =>
      rewritten((name, content) => {
        if (name === `files/${keys[0]}`) return null;
        return name === 'end.json' ? changedEnd(content, change) : content;
      });
    const once = await withoutFile((end) => (end.files -= 1));
    const other = await withoutFile((end) => {
      end.files -= 1;
      end.missing = { count: 2, first: [keys[0]!] };
    });
    const known = await withoutFile((end) => {
      end.files -= 1;
      end.missing = { count: 1, first: [keys[0]!] };
    });

    expect(once).toContain(`FILE is damaged: it lacks the file ${keys[0]}, which a row names`);
    expect(other).toContain('FILE is damaged: it says that 2 files were missing, and lacks 1');
    expect(known).toBe('');
  });

  it('is recognized as damaged when it does not say well what refers to what', async () => {
    const verdict = await rewritten((name, content) =>
      name === 'parley-backup.json' ? Buffer.from(content.toString().replaceAll('"to":', '"do":')) : content,
    );

    expect(verdict).toContain('FILE is damaged: parley-backup.json is not as it should be');
  });

  it('is whole when it does not say what refers to what, as those of earlier versions', async () => {
    const earlier = await rewritten((name, content) =>
      name === 'parley-backup.json'
        ? Buffer.from(
            JSON.stringify(JSON.parse(content.toString(), (key, value) => (key === 'references' ? undefined : value))),
          )
        : content,
    );

    expect(earlier).toBe('');
  });

  it('is recognized as damaged when it has an entry that no backup has', async () => {
    const names = ['/etc/hosts', '../outside', 'files/../outside', 'files/a/b', `files/${'é'.repeat(60)}`];

    for (const name of names) {
      expect(await withEntry({ name })).toBe(`BackupError: FILE is damaged: it has ${name}, which no backup has`);
    }
  });

  it('is recognized as damaged when an entry is a link, a folder or a device', async () => {
    const kinds = ['link', 'symlink', 'directory', 'fifo', 'block-device', 'character-device'] as const;
    for (const type of kinds) {
      expect(await withEntry({ name: 'files/abc', type, linkname: 'secret_key' })).toMatch(
        /^BackupError: FILE is damaged: files\/abc\/? is not a file, as all of its entries are$/,
      );
    }
  });

  it('is recognized as damaged when it goes on after its end', async () => {
    const twice = await changed((entries) => [...entries, entries.find(({ name }) => name === 'end.json')!]);
    const garbage = await verdictOn(packed(Buffer.concat([unpacked(whole), Buffer.alloc(512, 'x')])));

    expect(twice).toBe('BackupError: FILE is damaged: it goes on after its end, with end.json');
    expect(garbage).toBe(
      'BackupError: FILE is damaged at or after end.json (what should be the beginning of an entry is not)',
    );
  });

  it('is recognized as damaged when its tar file ends early, or has a header that is none', async () => {
    const tar = unpacked(whole);
    const beginning = tar.indexOf('secret_key\0');
    const cut = (length: number) => verdictOn(packed(tar.subarray(0, length)));
    const broken = Buffer.from(tar);
    broken[beginning]! ^= 1;

    expect(await cut(beginning - 1)).toContain('FILE is damaged at or after parley-backup.json (');
    expect(await cut(beginning + 100)).toContain('FILE is damaged at or after parley-backup.json (');
    expect(await cut(beginning)).toContain('FILE is damaged: it has no end');
    expect(await cut(beginning + 520)).toContain('FILE is damaged at or after secret_key (');
    expect(await cut(0)).toContain('FILE is damaged: it has no end');
    expect(await verdictOn(packed(broken))).toBe(
      'BackupError: FILE is damaged at or after parley-backup.json (what should be the beginning of an entry is not)',
    );
  });

  it('is told from other files', async () => {
    expect(await verdictOn(Buffer.from('PK\u0003\u0004 an archive of another kind'))).toContain('FILE is no backup');
    expect(await verdictOn(Buffer.alloc(0))).toContain('FILE is no backup');
  });
});
