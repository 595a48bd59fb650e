import { beforeAll, describe, expect, it } from 'vitest';
import { permittedConnections } from './network.ts';
import { type Manifest, ofKind, render, renderWith } from './rendered.ts';

describe('with the component bank-sign-in', () => {
  let manifests: readonly Manifest[];
  beforeAll(async () => {
    manifests = await renderWith('production', 'bank-sign-in');
  });

  it('sca, and no other service, may connect to the subnet of the identity provider, only with TLS', async () => {
    const before = new Set(permittedConnections(await render('production')));
    const opened = permittedConnections(manifests).filter((edge) => !before.has(edge));
    expect(opened).toEqual(['sca → identity provider:443']);
  });

  it('sca has its client credentials from the Secret sca-sign-in, read-only, along with its other secrets', async () => {
    const spec = (all: readonly Manifest[]) =>
      ofKind(all, 'Deployment').find(({ metadata }) => metadata.name === 'sca')?.spec.template.spec;
    const [plain, sca] = [spec(await render('production')), spec(manifests)];
    const added = <One extends { readonly name: string }>(all: readonly One[] = [], before: readonly One[] = []) =>
      all.filter(({ name }) => !before.some((one) => one.name === name));
    expect(added(sca?.volumes, plain?.volumes)).toEqual([
      { name: 'sign-in', secret: { secretName: 'sca-sign-in', defaultMode: 0o440 } },
    ]);
    const [service, plainService] = [sca?.containers[0], plain?.containers[0]];
    expect(added(service?.env, plainService?.env).map(({ name, value }) => [name, value])).toEqual([
      ['SIGN_IN_SECRET_FILE', '/run/xs2a/sign-in/client-secret'],
      ['SIGN_IN_KEYS_FILE', '/run/xs2a/sign-in/keys.json'],
    ]);
    const mounted = service?.volumeMounts?.filter(
      ({ mountPath }) => !plainService?.volumeMounts?.some((one) => one.mountPath === mountPath),
    );
    expect(mounted).toEqual([{ name: 'sign-in', mountPath: '/run/xs2a/sign-in', readOnly: true }]);
  });
});
