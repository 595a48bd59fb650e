import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { goModule } from './go-programs.ts';

/** Custom resource definitions: even without the extension itself, the API server validates every field. */
const EXTENSIONS = [
  {
    module: 'github.com/cert-manager/cert-manager',
    version: 'v1.21.2',
    hash: 'h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=',
    folder: 'deploy/crds',
    wanted: /^cert-manager\.io_.*\.yaml$/,
  },
  {
    module: 'sigs.k8s.io/gateway-api',
    version: 'v1.6.3',
    hash: 'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
    folder: 'config/crd/standard',
    wanted: /_(?:gateways|gatewayclasses|backendtlspolicies|httproutes|tlsroutes)\.yaml$/,
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    hash: 'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
    folder: 'example/prometheus-operator-crd',
    wanted: /_(?:podmonitors|prometheusrules)\.yaml$/,
  },
] as const;

/** Returns the files with the custom resource definitions. */
export function listCustomResourceDefinitions(): {
  readonly names: readonly string[];
  readonly files: readonly string[];
} {
  const files = EXTENSIONS.flatMap(({ module, version, hash, folder, wanted }) => {
    const path = join(goModule(module, version, hash), folder);
    return readdirSync(path)
      .filter((file) => wanted.test(file))
      .map((file) => join(path, file));
  });
  return { names: EXTENSIONS.map(({ module, version }) => `${module.split('/').at(-1)} ${version}`), files };
}
