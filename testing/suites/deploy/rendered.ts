import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FETCHED = join(ROOT, '.local', 'bin');

/** A Kubernetes object as the overlay renders it. It is validated against the schema of its kind. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Labels };
  readonly spec: Spec;
  readonly data?: Labels;
  automountServiceAccountToken?: boolean;
}

/** Fields of specifications of any kind that the tests read. */
interface Spec {
  replicas?: number;
  selector: Selector;
  template: { metadata: { labels: Labels }; spec: Pod };
  minReplicas?: number;
  scaleTargetRef: { kind: string; name: string };
  ports: readonly { name: string; port: number; targetPort?: string }[];
  podSelector: Selector;
  policyTypes: readonly string[];
  ingress?: readonly PolicyRule[];
  egress?: readonly PolicyRule[];
  listeners: readonly {
    name: string;
    hostname: string;
    tls: { mode: string; certificateRefs?: readonly { name: string }[] };
  }[];
  hostnames: readonly string[];
  parentRefs: readonly { sectionName: string }[];
  rules: readonly { backendRefs: readonly { name: string; port: number }[] }[];
  issuerRef: { kind: string; name: string };
  secretName: string;
}

/** A network policy rule: permitted peers and ports. */
interface PolicyRule {
  readonly ports?: readonly { readonly protocol: string; readonly port: number }[];
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
}
export interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

export interface Pod {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds: number;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  securityContext?: {
    runAsNonRoot?: boolean;
    runAsUser?: number;
    runAsGroup?: number;
    seccompProfile?: { type: string };
  };
  topologySpreadConstraints?: readonly { topologyKey: string; labelSelector: Selector }[];
  volumes?: Volume[];
  initContainers?: readonly Container[];
  containers: readonly [Container, ...Container[]];
}

interface Source {
  readonly secret?: { readonly secretName?: string; readonly name?: string };
  readonly configMap?: { readonly name: string };
}
interface Volume extends Source {
  readonly name: string;
  readonly hostPath?: { readonly path: string };
  readonly projected?: { readonly sources: readonly Source[] };
}

export interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
}

export interface Container {
  image: string;
  env?: Variable[];
  envFrom?: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: readonly { name: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  resources?: { requests?: Partial<Record<string, string>>; limits?: Partial<Record<string, string>> };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    privileged?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: readonly string[]; add?: readonly string[] };
  };
  volumeMounts: readonly { mountPath: string }[];
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly configMapKeyRef?: { readonly name: string; readonly key: string };
    readonly secretKeyRef?: { readonly name: string; readonly key: string };
  };
}

export type Labels = Readonly<Record<string, string>>;
export type Overlay = 'production' | 'sandbox';
export const OVERLAYS: readonly Overlay[] = ['production', 'sandbox'];

const rendered = new Map<Overlay, Promise<readonly Manifest[]>>();

/** Returns the path of a tool that tools/provision.mjs fetches. */
export function fetchedTool(variable: 'HELM' | 'KUBECTL' | 'KUBERNETES_SCHEMAS', file: string): string {
  const path = process.env[variable] ?? join(FETCHED, file);
  if (!existsSync(path)) throw new Error(`${path} is missing: npm test fetches it, or set ${variable} to its path`);
  return path;
}

/** Returns the manifests that `kubectl apply -k deploy/k8s/overlays/<overlay>` would send. */
export function render(overlay: Overlay): Promise<readonly Manifest[]> {
  const known = rendered.get(overlay);
  if (known !== undefined) return known;
  const manifests = kustomize(join(ROOT, 'deploy', 'k8s', 'overlays', overlay));
  rendered.set(overlay, manifests);
  return manifests;
}

/** Does the same for an overlay with components that the operator added. */
export async function renderWith(overlay: Overlay, ...components: string[]): Promise<readonly Manifest[]> {
  const copy = mkdtempSync(join(tmpdir(), 'xs2a-overlay-'));
  try {
    cpSync(join(ROOT, 'deploy'), copy, { recursive: true });
    const file = join(copy, 'k8s', 'overlays', overlay, 'kustomization.yaml');
    const added = components.map((name) => `  - ../../components/${name}\n`).join('');
    writeFileSync(file, readFileSync(file, 'utf8').replace('\ncomponents:\n', `\ncomponents:\n${added}`));
    return await kustomize(join(copy, 'k8s', 'overlays', overlay));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

async function kustomize(folder: string): Promise<readonly Manifest[]> {
  const command = fetchedTool('KUBECTL', 'kubectl');
  const { stdout } = await promisify(execFile)(command, ['kustomize', folder], { maxBuffer: 16 * 2 ** 20 });
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

export function ofKind(manifests: readonly Manifest[], ...kinds: string[]): Manifest[] {
  return manifests.filter(({ kind }) => kinds.includes(kind));
}

/** Returns deployments and stateful sets. */
export function workloads(manifests: readonly Manifest[]): Manifest[] {
  return ofKind(manifests, 'Deployment', 'StatefulSet');
}

/** Returns whatever creates pods: workloads, and jobs that run once. */
export function makersOfPods(manifests: readonly Manifest[]): Manifest[] {
  return ofKind(manifests, 'Deployment', 'StatefulSet', 'Job');
}

export function podLabels(workload: Manifest): Labels {
  return workload.spec.template.metadata.labels;
}

/** Whether labels match a label selector. An empty one selects everything. */
export function selects(selector: Selector, labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const equal = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  return equal && matchExpressions.every(({ key, operator, values }) => fulfils(operator, values ?? [], labels[key]));
}

export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[];
}

function fulfils(operator: string, values: readonly string[], value: string | undefined): boolean {
  if (operator === 'In') return value !== undefined && values.includes(value);
  throw new Error(`no policy here uses the operator ${operator}`);
}
