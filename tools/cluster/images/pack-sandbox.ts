import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfProgram, SANDBOX } from '../../programs.ts';
import { ROOT } from '../folders.ts';
import { runProgram } from '../run-program.ts';
import type { ImageArchive } from './archive.ts';
import { readDockerfile } from './read-dockerfile.ts';

/**
 * The commands of deploy/Dockerfile run unchanged, on an overlay of this machine's files that is discarded afterwards: their
 * output is in /base and /app of the overlay. The overlay is in memory and ends with the mount namespace.
 */
const IN_A_VIEW = `
mkdir -p "$WORK/view"
mount -t tmpfs tmpfs "$WORK/view"
cd "$WORK/view"
mkdir upper work root build-upper build-work
mount -t overlay overlay -o "lowerdir=/,upperdir=$PWD/upper,workdir=$PWD/work" root
mkdir -p root/build
mount -t overlay overlay -o "lowerdir=$ROOT,upperdir=$PWD/build-upper,workdir=$PWD/build-work" root/build
mount --rbind /dev root/dev
mount -t proc proc root/proc
if [ -e /etc/resolv.conf ]; then mount --bind /etc/resolv.conf root/etc/resolv.conf; fi
rm -rf root/base root/app
pack() { tar --numeric-owner --owner=0 --group=0 --sort=name --mtime=@0 -C "$1" -cf "$WORK/$2.tar" "$3"; }
in_view() { chroot root /bin/sh -ec "cd /build; export CI=true; $1"; }
in_view "$BASE_FILES"
pack root/base base .
in_view "$SERVICE_FILES" > /dev/null
pack root "$SERVICE" app
`;

/** Packs the image of the sandbox, by deploy/Dockerfile, without an engine. `work` holds the layers until they are added. */
export async function packSandbox(archive: ImageArchive, work: string): Promise<void> {
  const { baseFiles, serviceFiles, process: config } = readDockerfile();
  const manifest = join(ROOT, folderOfProgram(SANDBOX), 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  mkdirSync(work, { recursive: true });
  // As in its stage `workspace`.
  runProgram(process.execPath, [join('tools', 'build-published.ts')], { cwd: ROOT });
  runProgram('unshare', ['--mount', '--propagation', 'private', 'sh', '-euc', IN_A_VIEW], {
    env: {
      ...process.env,
      ROOT,
      WORK: work,
      BASE_FILES: baseFiles,
      SERVICE_FILES: serviceFiles,
      SERVICE: SANDBOX,
    },
  });
  await archive.addLayer('base', join(work, 'base.tar'));
  await archive.addLayer(SANDBOX, join(work, `${SANDBOX}.tar`));
  archive.addImage({ name: `xs2a/${SANDBOX}:${version}`, layers: ['base', SANDBOX], process: config });
}
