import { readFileSync } from 'node:fs';
import type { PageStyle } from '@xs2a/page-style';
import { DOCUMENTED_MACHINES } from './status-machines.ts';

/** Reads a published file by its path: `states/consent.svg`, `collections/xs2a.postman_collection.json`. */
export type ReadPublished = (path: string) => Buffer;

/** A file below `/docs` that is served unchanged. */
export interface Asset {
  readonly type: string;
  readonly read: () => Buffer;
  /** File name for the browser's download. */
  readonly downloadAs?: string;
}

const PUBLIC = new URL('../public/', import.meta.url);
const COLLECTION = 'xs2a.postman_collection.json';

const ownFile = (name: string, type: string): Asset => ({ type, read: () => readFileSync(new URL(name, PUBLIC)) });

/** The assets by their path below `/docs`. */
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
    [
      `/collections/${COLLECTION}`,
      {
        type: 'application/json',
        read: () => readPublished(`collections/${COLLECTION}`),
        downloadAs: COLLECTION,
      },
    ],
  ]);
}
