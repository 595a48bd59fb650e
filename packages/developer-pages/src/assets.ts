import { readFileSync } from 'node:fs';
import type { PageStyle } from '@xs2a/page-style';
import { DOCUMENTED_MACHINES } from './status-machines.ts';

/** Reads a published file by its path: `states/consent.svg`, {@link COLLECTION}. */
export type ReadPublished = (path: string) => Buffer;

/** A file below `/docs` that is served unchanged. */
export interface Asset {
  readonly type: string;
  readonly read: () => Buffer;
}

/** The Postman collection; `/docs` serves it with the addresses of the instance. */
export const COLLECTION = 'collections/xs2a.postman_collection.json';
const PUBLIC = new URL('../public/', import.meta.url);

const ownFile = (name: string, type: string): Asset => ({ type, read: () => readFileSync(new URL(name, PUBLIC)) });

/** Assets by their path below `/docs`. */
export function assetsOf(readPublished: ReadPublished, style: PageStyle): ReadonlyMap<string, Asset> {
  return new Map<string, Asset>([
    ...Array.from(style.files, ([name, { type, content }]): [string, Asset] => [
      `/assets/${name}`,
      { type, read: () => content },
    ]),
    ['/assets/docs.css', ownFile('docs.css', 'text/css')],
    ['/assets/reference.css', ownFile('reference.css', 'text/css')],
    ['/assets/docs.js', ownFile('docs.js', 'text/javascript')],
    ['/assets/example-seal.pem', ownFile('example-seal.pem', 'application/x-pem-file')],
    ['/assets/example-seal.key', ownFile('example-seal.key', 'application/x-pem-file')],
    ['/assets/try-it.js', ownFile('try-it.js', 'text/javascript')],
    ...DOCUMENTED_MACHINES.map(({ name }): [string, Asset] => [
      `/states/${name}.svg`,
      { type: 'image/svg+xml', read: () => readPublished(`states/${name}.svg`) },
    ]),
  ]);
}
