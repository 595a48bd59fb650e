import { findUnsafe, KitConfig, readConfig, unknownVariables } from '@xs2a/service-kit';
import { describe, expect, it } from 'vitest';
import { environmentOf } from './environment.ts';
import { OVERLAYS, ofKind, render } from './rendered.ts';
import { SANDBOX_SERVICES, SERVICES, type ServiceName } from './services.ts';

/** Common to all, although some services do not use it. */
const FOR_SOME = ['SANDBOX'];

describe.each(OVERLAYS)('in the overlay %s', (overlay) => {
  it('every variable is one of its service, and all are accepted', async () => {
    const manifests = await render(overlay);
    for (const deployment of ofKind(manifests, 'Deployment')) {
      const service = (overlay === 'sandbox' ? SANDBOX_SERVICES : SERVICES)[deployment.metadata.name as ServiceName];
      const schema = KitConfig.extend(service.config.shape);
      const env = environmentOf(deployment, manifests);
      const unknown = Object.keys(env).filter((name) => !FOR_SOME.includes(name) && !(name in schema.shape));
      expect([service.name, unknown]).toEqual([service.name, []]);
      const config = readConfig(schema, env) as KitConfig;
      const refused = [...unknownVariables(env), ...findUnsafe(service.unsafeSettings ?? [], config, env)];
      expect([service.name, refused]).toEqual([service.name, []]);
    }
  });

  it('files named by variables are mounted', async () => {
    const manifests = await render(overlay);
    for (const deployment of ofKind(manifests, 'Deployment')) {
      const { containers } = deployment.spec.template.spec;
      const mounted = containers[0].volumeMounts.map(({ mountPath }) => `${mountPath}/`);
      const files = Object.entries(environmentOf(deployment, manifests)).filter(([, value]) => value.startsWith('/'));
      const lost = files.filter(([, path]) => !mounted.some((folder) => path.startsWith(folder)));
      expect([deployment.metadata.name, lost]).toEqual([deployment.metadata.name, []]);
      expect(files.length).toBeGreaterThan(3);
    }
  });
});
