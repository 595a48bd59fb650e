import { forAllTests, TppClient } from '@xs2a/test-kit';
import { withPasskey } from '@xs2a/test-system/psu/enrol-factors';
import type { SoftAuthenticator } from '@xs2a/test-system/psu/soft-authenticator';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  APPROACHES,
  allCells,
  type Cell,
  cellsOf,
  creationLinksOf,
  LEFT_OUT,
  outcomeOf,
  STATUSES,
  signersOf,
} from './cells.ts';
import { CREATE, type CreatedResource } from './parents.ts';
import { JOURNEYS, type Journey, linksOf, start } from './run-journey.ts';

const services = forAllTests(() => startServices('gateway', 'bank', 'sca', 'payments', 'consent', 'accounts'));
let tpp: TppClient;
let device: SoftAuthenticator;
beforeAll(async () => {
  // Some weeks without holidays: cells that expire move the clock on by a day each.
  services.clock.moveTo('2027-02-01T10:00:00Z');
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
  const push = (id: string) => ({ authenticationMethodId: id, authenticationType: 'PUSH_OTP', name: id });
  const psus = services.database('bank').collection<{ _id: string; scaMethods: object[] }>('psus');
  await psus.updateOne({ _id: 'psu-private' }, { $push: { scaMethods: push('push-2') } });
  await psus.updateOne({ _id: 'psu-empty' }, { $set: { scaMethods: [push('push')] } });
  device = (await withPasskey(services)).device;
});
beforeEach(async () => {
  // Failed attempts of another cell do not count here.
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

const nameOf = ({ form, parent, methods, course }: Cell): string => `${form} ${parent}, methods: ${methods}, ${course}`;

describe('the matrix', () => {
  it('leaves out cells by its rules only, and every rule leaves out a cell that no other does', () => {
    for (const { why, when } of LEFT_OUT) {
      const others = LEFT_OUT.filter((rule) => rule.why !== why);
      expect(
        allCells().some((cell) => when(cell) && !others.some((rule) => rule.when(cell))),
        why,
      ).toBe(true);
    }
    const kept = APPROACHES.flatMap((approach) => cellsOf(approach));
    for (const parent of Object.keys(STATUSES)) expect(kept.some((cell) => cell.parent === parent)).toBe(true);
    expect(kept.length).toBeGreaterThan(150);
  });
});

describe.each(APPROACHES)('%s (decisions 6, 20 and 21)', (approach) => {
  it.each(cellsOf(approach).map((cell) => [nameOf(cell), cell] as const))('%s', async (_, cell) => {
    const statuses = STATUSES[cell.parent];
    const made = await CREATE[cell.parent](tpp, services, cell);
    expect(linksOf(made.answer), made.answer.text).toEqual(creationLinksOf(cell));
    expect(await made.status()).toBe(statuses.waiting);
    const { psuIds } = signersOf(cell);
    const last = psuIds.at(-1) ?? '';
    for (const psuId of psuIds.slice(0, -1)) {
      await runJourney({ services, tpp, device, cell: { ...cell, course: 'success' }, psuId }, made, 'finalised');
      expect([await made.status(), await made.effect()]).toEqual([statuses.partly, false]);
    }
    await runJourney({ services, tpp, device, cell, psuId: last }, made, outcomeOf(cell));
    const isApproved = outcomeOf(cell) !== 'failed';
    expect([await made.status(), await made.effect()]).toEqual([
      isApproved ? statuses.approved : statuses.refused,
      isApproved,
    ]);
  });
});

/** Runs the authorisation of one PSU from start to end, and the answer to a later request. */
async function runJourney(journey: Journey, made: CreatedResource, outcome: string): Promise<void> {
  const { cell } = journey;
  const started = await start(journey, made.answer);
  await JOURNEYS[cell.approach](journey, started);
  const ended = await tpp.follow(started, 'scaStatus');
  expect([ended.body['scaStatus'], linksOf(ended)]).toEqual([outcome, []]);
  const late = await tpp.put(started.body._links?.['scaStatus']?.href ?? '', { authenticationMethodId: 'sms' });
  const [message] = late.body['tppMessages'] as { code: string }[];
  expect([late.status, message?.code]).toEqual(outcome === 'failed' ? [400, 'SCA_INVALID'] : [409, 'STATUS_INVALID']);
}
