import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, KEPT } from '../folders.ts';
import { runProgram } from '../run-program.ts';

/** Container runtime, database of the control plane, and programs that kube-proxy calls, with their libraries. */
const PACKAGES = [
  'containerd',
  'runc',
  'containernetworking-plugins',
  'etcd-server',
  'nftables',
  'libnftables1',
  'libnftnl11',
  'libseccomp2',
  'libmnl0',
  'libjansson4',
  'libgmp10',
  'libedit2',
  'libbsd0',
  'libmd0',
  'libxtables12',
];

/** Folders of the unpacked programs, libraries and network plugins. */
export const DEBIAN = {
  programs: ['usr/bin', 'usr/sbin'].map((folder) => join(KEPT.debian, folder)),
  plugins: join(KEPT.debian, 'usr', 'lib', 'cni'),
  versions: join(KEPT.debian, 'versions.txt'),
} as const;

export function debianLibraries(): string[] {
  return ['usr/lib', 'lib'].flatMap((folder) => {
    const path = join(KEPT.debian, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(path, name));
  });
}

/** Unpacks Debian packages into a folder without installing them. apt verifies them with the machine's signed lists. */
export function fetchDebianPackages(say: (line: string) => void): void {
  if (existsSync(DEBIAN.versions)) return;
  say('fetching containerd, runc, etcd and nft …');
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, '.debian-'));
  const packages = join(work, 'packages');
  mkdirSync(packages);
  // Not as the user of apt, who may not write here.
  runProgram('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', ...PACKAGES], { cwd: packages });
  const files = readdirSync(packages);
  for (const file of files) runProgram('dpkg-deb', ['-x', join(packages, file), work]);
  writeFileSync(join(work, 'versions.txt'), `${files.toSorted().join('\n')}\n`);
  rmSync(packages, { recursive: true });
  rmSync(KEPT.debian, { recursive: true, force: true });
  renameSync(work, KEPT.debian);
}
