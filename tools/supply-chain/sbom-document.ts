import { createHash } from 'node:crypto';
import type { PythonPackage } from './python-packages.ts';

interface Hash {
  readonly alg: string;
  readonly content: string;
}

/** A component of CycloneDX, with the fields read or written here. */
interface Component {
  readonly type: string;
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly 'bom-ref': string;
  readonly purl?: string;
  readonly hashes?: readonly Hash[];
  readonly externalReferences?: readonly { readonly type: string; readonly hashes?: readonly Hash[] }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

export interface Sbom {
  readonly specVersion: string;
  readonly components: readonly Component[];
  readonly [other: string]: unknown;
}

/** A program that is no package: a database server, the runtime. */
export interface Program {
  readonly name: string;
  readonly version: string;
  /** SHA-512 in base64 of its package, or SHA-256 in hex of its file. */
  readonly hash: { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string };
  readonly from: string;
}

/** Returns the packages of pnpm's document with their hashes in the usual place, and the components unknown to pnpm. */
export function completed(sbom: Sbom, python: readonly PythonPackage[], programs: readonly Program[]): Sbom {
  const components = [
    ...sbom.components.map(withHashes),
    ...python.map(pythonComponent).filter(isFirstOfItsRef),
    ...programs.map(programComponent),
  ];
  return { ...sbom, components };
}

/** pnpm has the registry's hash at the address of the archive: tools that compare hashes read the component. */
function withHashes(component: Component): Component {
  const archive = component.externalReferences?.find(({ type }) => type === 'distribution');
  return archive?.hashes === undefined ? component : { ...component, hashes: archive.hashes };
}

function pythonComponent({ name, version, hashes, list }: PythonPackage): Component {
  const purl = `pkg:pypi/${name.toLowerCase().replaceAll('_', '-')}@${version}`;
  const files = hashes.map((value) => ({ name: 'xs2a:file:sha256', value }));
  return {
    type: 'library',
    name,
    version,
    'bom-ref': purl,
    purl,
    properties: [{ name: 'xs2a:list', value: list }, ...files],
  };
}

function isFirstOfItsRef(component: Component, index: number, all: readonly Component[]): boolean {
  return all.findIndex((other) => other['bom-ref'] === component['bom-ref']) === index;
}

function programComponent({ name, version, hash, from }: Program): Component {
  const purl = `pkg:generic/${encodeURIComponent(name)}@${version}`;
  const properties = [{ name: 'xs2a:from', value: from }];
  return { type: 'application', name, version, 'bom-ref': purl, purl, hashes: [hash], properties };
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
