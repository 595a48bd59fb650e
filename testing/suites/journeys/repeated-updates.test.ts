import { asService, freePort, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import type { System } from '@xs2a/test-system/start/prepare-system';
import { ServiceProcess } from '@xs2a/test-system/start/service-process';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Number of times that each step of an authorisation is sent. */
const AT_ONCE = 4;
const WAIT_MS_MAX = 30_000;

let system: System;
let gateways: readonly TppClient[];
const second: ServiceProcess[] = [];
beforeAll(async () => {
  system = await sharedSystem();
  const port = await freePort();
  for (const name of ['gateway', 'sca', 'payments'] as const) {
    const process = await ServiceProcess.prepare(name, {
      ...(await asService(system.mongoUrl, name)),
      NATS_URL: system.natsUrl,
      PORTAL_URL: system.portalUrl,
      SANDBOX: 'true',
      GATEWAY_PORT: String(port),
    });
    second.push(process);
    process.start();
  }
  await Promise.all(second.map((process) => process.ready()));
  gateways = [new TppClient(system.gatewayUrl), new TppClient(`http://localhost:${port}`)];
});
afterAll(async () => void (await Promise.all(second.map((process) => process.discard()))));

async function newestCode(authorisationId: string): Promise<string> {
  const address = `${system.portalUrl}/sandbox/inbox/psu-private?authorisationId=${authorisationId}`;
  const messages = await eventually(
    async () => (await (await fetch(address)).json()) as { code: string }[],
    ({ length }) => length > 0,
  );
  return messages[0]?.code ?? '';
}

/** A concurrent repetition, or one on a loaded machine, may be answered with a request to retry. */
const isAnswered = ({ status }: TppAnswer): boolean => status !== 409 && status !== 503 && status !== 429;

describe('the same PUT under the same X-Request-ID, by two replicas of gateway, sca and payments', () => {
  it('has one answer and one effect, in parallel and afterwards, at every step', async () => {
    const [one, other] = gateways;
    if (one === undefined || other === undefined) throw new Error('two gateways are needed');
    const headers = { 'TPP-Redirect-Preferred': 'false', 'TPP-Explicit-Authorisation-Preferred': 'true' };
    const created = await one.post('/v1/payments/sepa-credit-transfers', paymentOrder(), { headers });
    const payment = `/v1/payments/sepa-credit-transfers/${String(created.body['paymentId'])}`;
    const started = await other.post(`${payment}/authorisations`, {}, { headers });
    const id = String(started.body['authorisationId']);
    const address = `${payment}/authorisations/${id}`;

    const steps: readonly (readonly [string, () => object | Promise<object>])[] = [
      ['psuIdentified', () => ({})],
      ['psuAuthenticated', () => ({ psuData: { password: 'psu-private-pass' } })],
      ['scaMethodSelected', () => ({ authenticationMethodId: 'sms' })],
      ['finalised', async () => ({ scaAuthenticationData: await newestCode(id) })],
    ];
    for (const [scaStatus, bodyOf] of steps) {
      const body = await bodyOf();
      const requestId = crypto.randomUUID();
      const send = (gateway: TppClient) =>
        gateway.put(address, body, { headers: { 'PSU-ID': 'psu-private' }, requestId });
      const atOnce = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => send(index % 2 === 0 ? one : other)),
      );
      const repeated = [
        await eventually(() => send(one), isAnswered, WAIT_MS_MAX),
        await eventually(() => send(other), isAnswered, WAIT_MS_MAX),
      ];
      const answered = atOnce.filter(isAnswered);
      expect(repeated[0]?.body).toMatchObject({ scaStatus });
      const texts = new Set([...answered, ...repeated].map(({ status, text }) => `${status} ${text}`));
      expect([...texts]).toEqual([`200 ${repeated[0]?.text}`]);
    }
    const sent = await fetch(`${system.portalUrl}/sandbox/inbox/psu-private?authorisationId=${id}`);
    expect(await sent.json()).toHaveLength(1);
  });
});
