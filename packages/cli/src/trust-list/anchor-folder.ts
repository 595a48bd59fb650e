import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Manifest, sha256Of } from '@xs2a/trusted-lists';

/** The file that `TPP_TRUST_LIST` of the gateway names. */
export const ANCHORS = 'trust-anchors.pem';
const MANIFEST = 'manifest.json';

/** Reads the manifest of the last import; undefined if there was none. Throws if the manifest cannot be read. */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, MANIFEST);
  return existsSync(file) ? Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Whether the anchors are as the manifest says, and no hand has changed them since. */
export function isAsImported(folder: string, manifest: Manifest): boolean {
  const file = join(folder, ANCHORS);
  return existsSync(file) && sha256Of(readFileSync(file)) === manifest.anchorsSha256;
}

/** The anchors first: a manifest without them would say that there is nothing to do. */
export function writeImport(folder: string, manifest: Manifest, anchors: string): void {
  mkdirSync(folder, { recursive: true });
  writeWhole(join(folder, ANCHORS), anchors);
  writeWhole(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** A file is there as a whole or not at all: the gateway may read it at any time. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}
