import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Manifest, sha256Of } from '@xs2a/trusted-lists';

/** The file given to the gateway in `TPP_TRUST_LIST`. */
export const ANCHORS = 'trust-anchors.pem';
const MANIFEST = 'manifest.json';

/** Reads the manifest of the last import; undefined if there was none. Throws if the manifest cannot be read. */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, MANIFEST);
  return existsSync(file) ? Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Whether the anchors match the manifest, without manual changes. */
export function isAsImported(folder: string, manifest: Manifest): boolean {
  const file = join(folder, ANCHORS);
  return existsSync(file) && sha256Of(readFileSync(file)) === manifest.anchorsSha256;
}

/** The anchors first: a manifest without them would prevent the next import. */
export function writeImport(folder: string, manifest: Manifest, anchors: string): void {
  mkdirSync(folder, { recursive: true });
  writeWhole(join(folder, ANCHORS), anchors);
  writeWhole(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** Writes a file atomically, because the gateway may read it at any time. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}
