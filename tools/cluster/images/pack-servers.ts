import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MONGOSH_PROGRAM } from '../fetched/mongosh.ts';
import { KEPT } from '../folders.ts';
import { runProgram } from '../run-program.ts';
import type { Image, ImageArchive } from './archive.ts';

/** Paths of the servers on this machine. */
export interface Servers {
  readonly nats: string;
  readonly mongod: string;
}

/** Files of an image by their path in it. */
type Content = Readonly<Record<string, string>>;

/** Copies a program with the libraries that it is linked with. */
function copyProgram(root: string, from: string, to: string): void {
  mkdirSync(join(root, dirname(to)), { recursive: true });
  copyFileSync(from, join(root, to));
  chmodSync(join(root, to), 0o755);
  const linked = linkedWith(from);
  for (const library of linked) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
}

function linkedWith(program: string): string[] {
  try {
    return runProgram('ldd', [program]).match(/\/[^\s)]+/g) ?? [];
  } catch {
    // Linked statically.
    return [];
  }
}

/** Returns third-party images under their names in the manifests, packed from files of this machine. */
function images({ nats, mongod }: Servers): (Image & { readonly programs: Content; readonly folders?: Content })[] {
  const shell = '/opt/mongosh';
  return [
    {
      name: 'xs2a.test/pause:1',
      programs: { '/pause': join(KEPT.coredns, 'pause') },
      layers: [],
      process: { Entrypoint: ['/pause'] },
    },
    {
      name: 'xs2a.test/coredns:1',
      programs: { '/coredns': join(KEPT.coredns, 'coredns') },
      layers: [],
      process: { Entrypoint: ['/coredns'] },
    },
    {
      name: 'nats:2.15.1',
      programs: { '/nats-server': nats },
      layers: [],
      process: { Entrypoint: ['/nats-server'] },
    },
    {
      name: 'mongo:8.0',
      programs: { '/usr/bin/mongod': mongod, '/usr/bin/node': process.execPath },
      folders: { [shell]: KEPT.mongosh },
      layers: [],
      process: { Env: ['PATH=/usr/bin'] },
    },
  ];
}

/** Packs the servers and the images that the cluster itself needs. */
export async function packServers(archive: ImageArchive, work: string, servers: Servers): Promise<void> {
  for (const { programs, folders = {}, ...image } of images(servers)) {
    const layer = basename(image.name).replace(':', '-');
    const root = join(work, layer);
    mkdirSync(join(root, 'tmp'), { recursive: true });
    for (const [to, from] of Object.entries(programs)) copyProgram(root, from, to);
    for (const [to, from] of Object.entries(folders)) {
      cpSync(from, join(root, to), { recursive: true, verbatimSymlinks: true });
      const shell = join(root, 'usr', 'bin', 'mongosh');
      writeFileSync(shell, `#!/usr/bin/node\nrequire(${JSON.stringify(join(to, MONGOSH_PROGRAM))});\n`, {
        mode: 0o755,
      });
    }
    const tar = `${root}.tar`;
    runProgram('tar', ['--numeric-owner', '--owner=0', '--group=0', '-C', root, '-cf', tar, '.']);
    await archive.addLayer(layer, tar);
    archive.addImage({ ...image, layers: [layer] });
  }
}
