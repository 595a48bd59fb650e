import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readBaseStyle, readLogo } from '@xs2a/page-style';
import { readPublished } from './published.ts';
import { DOCUMENTED_MACHINES } from './status-machines.ts';

/** What `/docs` hands out as it is. */
export interface Asset {
  readonly type: string;
  readonly read: () => Buffer;
  /** Kept by the browser under this name when followed. */
  readonly downloadAs?: string;
}

const PUBLIC = new URL('../../public/', import.meta.url);
const { resolve } = createRequire(import.meta.url);

const ours = (name: string, type: string): Asset => ({ type, read: () => readFileSync(new URL(name, PUBLIC)) });
/** The reader comes with its package: no other host is asked for anything. */
const readers = (name: string, type: string): Asset => ({
  type,
  read: () => readFileSync(resolve(`swagger-ui-dist/${name}`)),
});
const download = (name: string): Asset => ({
  type: 'application/json',
  read: () => readPublished(`collections/${name}`),
  downloadAs: name,
});

/** By their path below `/docs`. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['/assets/base.css', { type: 'text/css', read: readBaseStyle }],
  ['/assets/docs.css', ours('docs.css', 'text/css')],
  ['/assets/reference.css', ours('reference.css', 'text/css')],
  ['/assets/docs.js', ours('docs.js', 'text/javascript')],
  ['/assets/reference.js', ours('reference.js', 'text/javascript')],
  ['/assets/logo.svg', { type: 'image/svg+xml', read: readLogo }],
  ['/assets/swagger-ui.css', readers('swagger-ui.css', 'text/css')],
  ['/assets/swagger-ui-bundle.js', readers('swagger-ui-bundle.js', 'text/javascript')],
  ...DOCUMENTED_MACHINES.map(({ name }): [string, Asset] => [
    `/states/${name}.svg`,
    { type: 'image/svg+xml', read: () => readPublished(`states/${name}.svg`) },
  ]),
  ['/collections/xs2a.postman_collection.json', download('xs2a.postman_collection.json')],
]);
