import { mkdtempSync, rmdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { asRoot } from './small-disk.ts';

const MEBIBYTES = 64;
const MEBIBYTE = 2 ** 20;

/** A disk in a file, with ext4, which can fail as disks do. */
export type FailingDisk = {
  folder: string;
  /** It reports an error, after which the kernel lets nothing be written to it, also not to files that are open. */
  fail(): void;
  /** Takes it away from all who use it, and mounts it again, as after a repair. */
  repair(): void;
  remove(): void;
};

/** @throws Error where this user may not mount, or there are no loop devices */
export function givenFailingDisk(): FailingDisk {
  const image = `${mkdtempSync(join(tmpdir(), 'parley-image-'))}/disk`;
  const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'));
  writeFileSync(image, '');
  truncateSync(image, MEBIBYTES * MEBIBYTE);
  const mount = () => asRoot('mount', '-o', 'loop,errors=remount-ro', image, folder);
  try {
    asRoot('mkfs.ext4', '-q', '-E', `root_owner=${process.getuid?.()}:${process.getgid?.()}`, image);
    mount();
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  const device = () => basename(asRoot('findmnt', '-no', 'SOURCE', folder).trim());

  return {
    folder,
    fail: () => asRoot('sh', '-c', `echo 1 > /sys/fs/ext4/${device()}/trigger_fs_error`),
    repair() {
      asRoot('umount', folder);
      mount();
    },
    remove() {
      asRoot('umount', '--lazy', folder);
      rmdirSync(folder);
      rmSync(image);
    },
  };
}

/** Whether such disks can be made here. */
export function canFail(): boolean {
  try {
    givenFailingDisk().remove();
    return true;
  } catch {
    return false;
  }
}
