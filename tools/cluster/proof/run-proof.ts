import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_TPP, sandboxFiles } from '@xs2a/certificates';
import { ROOT } from '../folders.ts';
import { NAMESPACE, PORTAL_URL } from '../install/overlay.ts';
import type { Kubectl } from '../kube/kubectl.ts';
import { nameHost } from '../machine/set-up-machine.ts';
import type { Results } from '../results.ts';
import { disturbUnderLoad, type Load } from './disturb-under-load.ts';
import { forwardToGateway, forwardToPortal, type TppIdentity } from './forward-ports.ts';
import { pay, readAccount, type Way } from './journeys.ts';
import { untilAnswered } from './until-answered.ts';

const GATEWAY_PORT = 8080;
/** The name in the certificate of the gateway's listener. */
const GATEWAY_NAME = 'xs2a.bank.example';

function tpp(authority: string): TppIdentity {
  const { certificate, key } = sandboxFiles(join(ROOT, '.local', 'certs')).tpp(SANDBOX_TPP, 'qwac');
  return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8'), authority };
}

/** Runs the journeys, then disturbs the installation under load. */
export async function runProof(shown: Results, kubectl: Kubectl, authority: string, order: Load): Promise<void> {
  const identity = tpp(authority);
  const { spec } = kubectl.read<{ spec: { clusterIP: string } }>('service', 'gateway', '--namespace', NAMESPACE);
  nameHost(GATEWAY_NAME, spec.clusterIP);
  await using opened = new AsyncDisposableStack();
  opened.use(await forwardToGateway(GATEWAY_PORT, 'gateway', identity, GATEWAY_NAME));
  opened.use(await forwardToPortal(Number(new URL(PORTAL_URL).port), 'portal', authority));
  const addresses = { gatewayUrl: `http://localhost:${GATEWAY_PORT}`, portalUrl: PORTAL_URL };
  const way: Way = { ...addresses, gatewayUrl: `https://${GATEWAY_NAME}`, tls: identity };
  await shown.step('requests are answered in time', () => untilAnswered(addresses.gatewayUrl));
  await shown.step(
    'a TPP reads an account: consent, approval, balance',
    () => readAccount(way),
    (what) => what,
  );
  await shown.step(
    'a TPP has a payment executed',
    () => pay(way),
    (what) => what,
  );
  await disturbUnderLoad(shown, kubectl, addresses, order);
}
