import { describe, expect, it } from 'vitest';
import { permittedConnections } from './network.ts';
import {
  makersOfPods,
  OVERLAYS,
  type Overlay,
  ofKind,
  podLabels,
  render,
  renderWith,
  type Selector,
  selects,
} from './rendered.ts';
import { SERVICES, type ServiceName } from './services.ts';

const LISTENERS = { gateway: 8_443, portal: 8_090 } as const;
/** In production the bank's connector has the label of the sandbox bank, and no database of this installation. */
const CONNECTOR = { bank: { 'app.kubernetes.io/name': 'bank' } };

/** Returns the edges of the architecture: only the connections that the service definitions need. */
function neededConnections(overlay: Overlay): string[] {
  const names = Object.keys(SERVICES) as ServiceName[];
  const isSandbox = overlay === 'sandbox';
  const stored = names.filter((name) => SERVICES[name].isStoring && (isSandbox || name !== 'bank'));
  const served = names.filter((name) => SERVICES[name].isListening) as (keyof typeof LISTENERS)[];
  const servers = ['nats', ...(isSandbox ? ['mongodb', 'mongodb-setup'] : [])];
  return [
    ...names.map((name) => `${name} → nats:4222`),
    ...stored.map((name) => `${name} → ${isSandbox ? 'mongodb' : 'operated database'}:27017`),
    ...served.map((name) => `gateway-api → ${name}:${LISTENERS[name]}`),
    'nats → nats:6222',
    ...(isSandbox ? ['mongodb → mongodb:27017', 'mongodb-setup → mongodb:27017'] : []),
    ...[...names, ...servers].map((name) => `${name} → dns:53`),
    ...(isSandbox ? [] : names.filter((name) => name !== 'bank').map((name) => `prometheus → ${name}:9090`)),
    'notifier → internet:443',
    'notifier → internet (IPv6):443',
    // Documentation addresses count as public ones.
    'notifier → operated database:443',
    'notifier → identity provider:443',
  ].toSorted();
}

describe('the network policies', () => {
  it.each(OVERLAYS)('of the overlay %s permit exactly the edges of the architecture', async (overlay) => {
    const manifests = await render(overlay);
    expect(permittedConnections(manifests, overlay === 'production' ? CONNECTOR : {})).toEqual(
      neededConnections(overlay),
    );
  });

  it.each([
    ['production', []],
    ['sandbox', []],
    ['production', ['bank-sign-in', 'online-revocation', 'tracing']],
  ] as const)('of the overlay %s with %j each select pods, and name pods that exist', async (overlay, components) => {
    const manifests = components.length > 0 ? await renderWith(overlay, ...components) : await render(overlay);
    const labels = [...makersOfPods(manifests).map(podLabels), ...Object.values(CONNECTOR)];
    const isEmpty = (selector: Selector): boolean => !labels.some((one) => selects(selector, one));
    const idle = ofKind(manifests, 'NetworkPolicy').filter(({ spec }) => {
      const peers = [...(spec.ingress ?? []), ...(spec.egress ?? [])].flatMap(({ from = [], to = [] }) => [
        ...from,
        ...to,
      ]);
      const near = peers.filter(({ namespaceSelector }) => namespaceSelector === undefined);
      return [spec.podSelector, ...near.flatMap(({ podSelector }) => podSelector ?? [])].some(isEmpty);
    });
    expect(idle.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  it('are effective: without one of them the connections differ', async () => {
    const without = async (policy: string): Promise<string[]> =>
      permittedConnections((await render('sandbox')).filter(({ metadata }) => metadata.name !== policy));
    expect(await without('default-deny')).toContain('other pod → accounts:9090');
    expect(await without('bus-server')).not.toContain('payments → nats:4222');
  });
});
