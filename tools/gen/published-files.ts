import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collections } from './collections/collections.ts';
import { stateDiagrams } from './diagrams/state-diagrams.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { olderDocument } from './openapi/older-document.ts';
import { PUBLISHED } from './published-folder.ts';

const FOLDERS = ['collections', 'states'];

/** Returns all files that are built from the published interface and not checked in, by path. */
function publishedFiles(document: OpenApiDocument): Record<string, string> {
  return {
    'openapi-3.0.json': `${JSON.stringify(olderDocument(document), null, 1)}\n`,
    ...stateDiagrams('states'),
    ...collections('collections', document),
  };
}

/** Writes them below the root of the repository, and removes files of an earlier build. */
export function writePublishedFiles(root: string, document: OpenApiDocument): void {
  const folder = join(root, PUBLISHED);
  for (const name of FOLDERS) rmSync(join(folder, name), { recursive: true, force: true });
  for (const [name, text] of Object.entries(publishedFiles(document))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
