import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../folders.ts';

export const NAMESPACE = 'xs2a-sandbox';
/** Address of the portal for the browsers of this check. */
export const PORTAL_URL = 'http://localhost:8090';

const SMALL = { cpu: '10m', memory: '64Mi' };

/**
 * The sandbox as shipped, adapted to a machine smaller than a cluster: smaller requests, and an address of the portal for a
 * browser on this machine. No image is pulled, since all are imported.
 */
const OVERLAY = (sandbox: string): object => ({
  apiVersion: 'kustomize.config.k8s.io/v1beta1',
  kind: 'Kustomization',
  namespace: NAMESPACE,
  resources: [sandbox],
  configMapGenerator: [{ name: 'addresses', behavior: 'merge', literals: [`portal-url=${PORTAL_URL}`] }],
  patches: ['Deployment', 'StatefulSet'].map((kind) => ({
    target: { kind },
    patch: JSON.stringify([
      { op: 'replace', path: '/spec/template/spec/containers/0/resources/requests', value: SMALL },
    ]),
  })),
});

/** Writes the overlay of the check into a folder. */
export function writeOverlay(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const sandbox = relative(folder, join(ROOT, 'deploy', 'k8s', 'overlays', 'sandbox'));
  writeFileSync(join(folder, 'kustomization.yaml'), `${JSON.stringify(OVERLAY(sandbox), undefined, 2)}\n`);
  return folder;
}
