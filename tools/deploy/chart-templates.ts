import { stringify } from 'yaml';
import { LITERALS } from './chart-values.ts';
import { type Manifest, workloadOf } from './manifest.ts';

/** Marks of an expression in a manifest, until it is text: YAML would quote those of Helm. */
const [OPEN, CLOSE] = ['⟦', '⟧'];
/** Suffix that kustomize gives to a ConfigMap by its content, so that a change rolls the pods. */
const SUFFIX = /^(addresses|nats-config|nats-reload|profile|settings)-[0-9a-z]{10}$/;

/** Any change of a value renames the ConfigMaps, which rolls the pods that read them, as with kustomize. */
export const HELPERS = `{{- define "xs2a.hash" }}{{ .Values | toJson | sha256sum | trunc 10 }}{{ end }}
{{- define "xs2a.podSecurity" }}
runAsNonRoot: true
{{- if not .Values.openshift }}
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
{{- end }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}
`;

/** Returns the template of one object, which begins with the separator of documents. */
export function templateOf(manifest: Manifest): string {
  const copy = structuredClone(manifest);
  copy.metadata.namespace = expression('.Release.Namespace');
  setWorkload(copy);
  setSpec(copy);
  const text = stringify(replaceTexts(copy), { lineWidth: 0 })
    // Expressions of others, in alerts and dashboards, are text here.
    .replaceAll(/\{\{|\}\}/g, (braces) => `{{ ${JSON.stringify(braces)} }}`)
    .replaceAll(OPEN, '{{ ')
    .replaceAll(CLOSE, ' }}');
  return onlyIf(manifest, addProfileFiles(manifest, text));
}

function setWorkload(manifest: Manifest): void {
  const pods = workloadOf(manifest);
  if (pods === undefined) return;
  const resources = { resources: expression(`toYaml .Values.resources.${manifest.metadata.name} | nindent 12`) };
  Object.assign(pods.containers[0] ?? {}, resources);
  pods.securityContext = expression('include "xs2a.podSecurity" . | nindent 8') as unknown as object;
  pods.imagePullSecrets = expression('toYaml .Values.image.pullSecrets | nindent 8');
  for (const { name, secret } of pods.volumes ?? []) if (name === 'sign-in' && secret) secret.optional = true;
}

function setSpec({ kind, metadata: { name }, spec = {}, data }: Manifest): void {
  if (kind === 'HorizontalPodAutoscaler') {
    spec['minReplicas'] = expression(`.Values.replicas.${name}.min`);
    spec['maxReplicas'] = expression(`.Values.replicas.${name}.max`);
  }
  if (kind === 'Gateway') spec['gatewayClassName'] = expression('.Values.gateway.className');
  if (kind === 'Certificate' && name.endsWith('-listener'))
    (spec as { issuerRef: { name: string } }).issuerRef.name = expression('.Values.issuers.public');
  if (kind === 'NetworkPolicy' && name === 'bank-sign-in') {
    const [rule] = (spec as { egress: { to: { ipBlock: { cidr: string } }[] }[] }).egress;
    if (rule) rule.to = [{ ipBlock: { cidr: expression('.Values.identityProvider.subnet') } }];
  }
  if (isProfile(kind, name) && data) Object.assign(data, { 'bank.yaml': expression('.Values.profile | nindent 4') });
}

/** Replaces the texts that values stand for, in every text of a document. */
function replaceTexts<T>(value: T): T {
  if (typeof value === 'string') return textOf(value) as T;
  if (Array.isArray(value)) return value.map(replaceTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceTexts(one)])) as T;
}

function textOf(text: string): string {
  const suffixed = SUFFIX.exec(text);
  if (suffixed !== null) return `${suffixed[1]}-${expression('include "xs2a.hash" .')}`;
  const registry = LITERALS['image.registry'] ?? '';
  if (text.startsWith(`${registry}/`)) {
    const [name = '', tag = ''] = text.slice(registry.length + 1).split(':');
    const service = name.slice(name.lastIndexOf('/') + 1);
    if (tag !== '')
      return `${expression('.Values.image.registry')}/${name}:${expression(`.Values.image.tags.${service}`)}`;
  }
  return Object.entries(LITERALS).reduce(
    (replaced, [value, literal]) => replaced.replaceAll(literal, expression(`.Values.${value}`)),
    text,
  );
}

/** The files of the brand follow the profile in its ConfigMap. */
function addProfileFiles({ kind, metadata }: Manifest, text: string): string {
  if (!isProfile(kind, metadata.name)) return text;
  const files =
    '{{- range $name, $content := .Values.profileFiles }}\n  {{ $name }}: {{ $content | quote }}\n{{- end }}\n';
  return text.replace('bank.yaml: ', 'bank.yaml: |').replace(/^( {2}bank\.yaml: .*\n)/m, `$1${files}`);
}

function isProfile(kind: string, name: string): boolean {
  return kind === 'ConfigMap' && /^profile-[0-9a-z]{10}$/.test(name);
}

/** The policy for the identity provider exists only if values name one: without a destination it would permit all of them. */
function onlyIf({ kind, metadata: { name } }: Manifest, text: string): string {
  if (kind !== 'NetworkPolicy' || name !== 'bank-sign-in') return `---\n${text}`;
  return `{{- if .Values.identityProvider.subnet }}\n---\n${text}{{- end }}\n`;
}

function expression(text: string): string {
  return `${OPEN}${text}${CLOSE}`;
}
