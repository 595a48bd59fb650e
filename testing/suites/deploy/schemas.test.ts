import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { fetchedTool, type Manifest, OVERLAYS, render, renderWith } from './rendered.ts';

/** API groups of extensions, whose schemas exist only in the cluster. */
const EXTENSIONS = ['cert-manager.io/', 'gateway.networking.k8s.io/', 'monitoring.coreos.com/'];

interface Schemas {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, { 'x-kubernetes-group-version-kind'?: readonly Record<string, string>[] }>>;
}

/** Validates objects against the strict schemas of Kubernetes 1.35: an unknown field is a fault. */
function schemaCheck(): (manifest: Manifest) => string[] {
  const schemas = JSON.parse(
    readFileSync(fetchedTool('KUBERNETES_SCHEMAS', 'kubernetes-1.35.json'), 'utf8'),
  ) as Schemas;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(schemas);
  const ofKind = new Map<string, ValidateFunction>();
  return ({ apiVersion, kind, ...rest }) => {
    const [version = '', group = ''] = apiVersion.split('/').reverse();
    const key = `${apiVersion} ${kind}`;
    const name = Object.entries(schemas.$defs).find(([, { 'x-kubernetes-group-version-kind': kinds = [] }]) =>
      kinds.some((one) => one['group'] === group && one['version'] === version && one['kind'] === kind),
    )?.[0];
    if (name === undefined) return [`there is no kind ${key}`];
    const validate = ofKind.get(key) ?? ajv.compile({ $ref: `${schemas.$id}#/$defs/${name}` });
    ofKind.set(key, validate);
    validate({ apiVersion, kind, ...rest });
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${kind} ${rest.metadata.name} ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

describe('the manifests', () => {
  const faultsOf = schemaCheck();

  it.each([...OVERLAYS.map((overlay) => [overlay, []] as const), ['production', ['operator']] as const])(
    'of the overlay %s with %j follow the schemas of Kubernetes 1.35, without any unknown field',
    async (overlay, components) => {
      const all = components.length > 0 ? await renderWith(overlay, ...components) : await render(overlay);
      const manifests = all.filter(({ apiVersion }) => !EXTENSIONS.some((group) => apiVersion.startsWith(group)));
      expect(manifests.length).toBeGreaterThan(40);
      expect(manifests.flatMap(faultsOf)).toEqual([]);
    },
  );

  it('are refused with a misspelt field', async () => {
    const [deployment] = (await render('production')).filter(({ kind }) => kind === 'Deployment');
    const misspelt = { ...deployment, spec: { ...deployment?.spec, minReadySecond: 5 } } as unknown as Manifest;
    expect(faultsOf(misspelt)).toEqual([expect.stringContaining('minReadySecond')]);
  });
});
