import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runProgram } from '../run-program.ts';
import type { ProcessOfImage } from './read-dockerfile.ts';

const MIB = 2 ** 20;

/** An image: its name, its layers in order, and its process. */
export interface Image {
  readonly name: string;
  /** Layers by the name used when adding them. */
  readonly layers: readonly string[];
  readonly process: Partial<ProcessOfImage>;
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** An archive of images in the format of `docker save`, assembled from files. */
export class ImageArchive {
  readonly #folder: string;
  readonly #layers = new Map<string, { readonly path: string; readonly id: string; readonly bytes: number }>();
  readonly #manifest: object[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Adds a layer by its tar file, which is moved into the archive. */
  async addLayer(name: string, tar: string): Promise<void> {
    const id = await sha256(tar);
    mkdirSync(join(this.#folder, id), { recursive: true });
    renameSync(tar, join(this.#folder, id, 'layer.tar'));
    const path = `${id}/layer.tar`;
    this.#layers.set(name, { path, id, bytes: statSync(join(this.#folder, path)).size });
  }

  /** Returns the size of an added layer in MiB. */
  sizeOf(layer: string): number {
    return Math.round((this.#layers.get(layer)?.bytes ?? 0) / MIB);
  }

  addImage({ name, layers, process: config }: Image): void {
    const found = layers.map((layer) => {
      const known = this.#layers.get(layer);
      if (known === undefined) throw new Error(`there is no layer ${layer}`);
      return known;
    });
    const content = JSON.stringify({
      architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
      os: 'linux',
      created: '1970-01-01T00:00:00Z',
      config,
      rootfs: { type: 'layers', diff_ids: found.map(({ id }) => `sha256:${id}`) },
    });
    const file = `${createHash('sha256').update(content).digest('hex')}.json`;
    writeFileSync(join(this.#folder, file), content);
    this.#manifest.push({ Config: file, RepoTags: [name], Layers: found.map(({ path }) => path) });
  }

  write(tar: string): void {
    writeFileSync(join(this.#folder, 'manifest.json'), JSON.stringify(this.#manifest));
    runProgram('tar', ['-C', this.#folder, '-cf', tar, '.']);
  }
}
