import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '@xs2a/service-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';
import { askOverTls, daysFromNow, qwac, type Trusted, trustedAuthority } from '../../test/tls-tpp.ts';

const CONSENT = '/v1/consents/x/status';
const PAYMENT = '/v1/payments/sepa-credit-transfers/x/status';

let trusted: Trusted;
beforeEach(async () => {
  trusted = await trustedAuthority();
});
afterEach(() => trusted[Symbol.dispose]());

function write(number: string, dates: readonly string[], services: readonly string[], days = 0): string {
  const file = join(trusted.folder, 'register.json');
  const entity = {
    CA_OwnerID: 'HR_HNB',
    EntityCode: `PSD_PI!HR_HNB!${number}`,
    EntityType: 'PSD_PI',
    Properties: [{ ENT_NAM: 'Test TPP' }, { ENT_NAT_REF_COD: number }, { ENT_AUT: dates }],
    Services: [{ HR: services }],
  };
  writeFileSync(file, JSON.stringify([entity]));
  utimesSync(file, daysFromNow(-days), daysFromNow(-days));
  return file;
}

const started = (mode: string, file: string, clock?: () => Date): Promise<TestGateway> =>
  startGateway({ ...trusted.env, TPP_REGISTER: mode, TPP_REGISTER_FILE: file }, clock);

/** Returns the answer to a TPP `PSDHR-HNB-TEST` with all roles; 503 comes from the absent service behind the gateway. */
async function ask(gateway: TestGateway, path = CONSENT, order: Parameters<typeof qwac>[0] = {}): Promise<unknown> {
  const shown = await trusted.authority.issueTpp(qwac(order));
  const { message, status } = await askOverTls(gateway.tlsUrl, trusted, shown, 'GET', path);
  return message.code ?? status;
}

const GOOD = ['TEST', ['2020-01-01'], ['PS_070', 'PS_080', 'PS_05A']] as const;

describe('a register that is enforced', () => {
  it('accepts authorised TPPs, and refuses a role that the register does not have', async () => {
    await using gateway = await started('enforce', write('TEST', ['2020-01-01'], ['PS_080']));
    expect(await ask(gateway)).toBe(503);
    expect(await ask(gateway, PAYMENT)).toBe('ROLE_INVALID');
  });

  it('refuses a TPP that is not in the register, unless it is a bank', async () => {
    await using gateway = await started('enforce', write('OTHER', ['2020-01-01'], ['PS_080']));
    expect(await ask(gateway)).toBe('CERTIFICATE_INVALID');
    expect(await ask(gateway, CONSENT, { pspRoles: ['PSP_AS', 'PSP_AI'] })).toBe(503);
  });

  it('refuses a TPP from the time at which its authorisation was withdrawn', async () => {
    const file = write(...GOOD);
    await using gateway = await started('enforce', file);
    expect(await ask(gateway)).toBe(503);
    write('TEST', ['2020-01-01', '2021-01-01'], ['PS_080']);
    await expect.poll(() => ask(gateway)).toBe('CERTIFICATE_BLOCKED');
  });

  it("counts a withdrawal from the start of the day in the bank's time zone", async () => {
    const today = new Date().toISOString().slice(0, 10);
    let now = new Date(`${today}T20:30:00Z`);
    const file = write('TEST', ['2020-01-01', addDays(today, 1)], ['PS_080']);
    await using gateway = await started('enforce', file, () => now);
    expect(await ask(gateway)).toBe(503);
    // In Zagreb it is already the next day.
    now = new Date(`${today}T23:30:00Z`);
    expect(await ask(gateway)).toBe('CERTIFICATE_BLOCKED');
  });

  it('that is too old accepts TPPs missing from it, still refuses withdrawn ones, and reports its age', async () => {
    await using gateway = await started('enforce', write('OTHER', ['2020-01-01'], ['PS_080'], 8));
    expect(await ask(gateway)).toBe(503);
    expect(await (await fetch(`${gateway.healthUrl}/readyz`)).text()).toContain('register extract is 8 days old');
    expect(await (await fetch(`${gateway.healthUrl}/metrics`)).text()).toMatch(/xs2a_register_age_days\S* 8\.0/);
    expect(gateway.logLines()).toContainEqual(expect.objectContaining({ event: 'registerStale' }));
    const other = { organizationIdentifier: 'PSDHR-HNB-OTHER' };
    expect(await ask(gateway, CONSENT, other)).toBe(503);
    write('OTHER', ['2020-01-01', '2021-01-01'], [], 9);
    await expect.poll(() => ask(gateway, CONSENT, other)).toBe('CERTIFICATE_BLOCKED');
  });

  it('stays in force when its file is replaced with other content', async () => {
    const file = write('TEST', ['2020-01-01', '2021-01-01'], []);
    await using gateway = await started('enforce', file);
    writeFileSync(file, '[]');
    await expect.poll(() => gateway.logLines().some(({ event }) => event === 'filesNotReloaded')).toBe(true);
    expect(await ask(gateway)).toBe('CERTIFICATE_BLOCKED');
  });
});

describe('a register that warns', () => {
  it('refuses no request, logs each TPP once and counts its requests', async () => {
    await using gateway = await started('warn', write('TEST', ['2020-01-01', '2021-01-01'], []));
    expect([await ask(gateway), await ask(gateway)]).toEqual([503, 503]);
    const objections = gateway.logLines().filter(({ event }) => event === 'registerObjects');
    expect(objections).toMatchObject([{ outcome: 'withdrawn', tpp: 'PSDHR-HNB-TEST' }]);
    const metrics = await (await fetch(`${gateway.healthUrl}/metrics`)).text();
    expect(metrics).toMatch(/xs2a_register_objections_total\{objection="withdrawn"[^}]*\} 2/);
  });
});

describe('a gateway', () => {
  it('does not use the register by default', async () => {
    await using gateway = await startGateway({ ...trusted.env, TPP_REGISTER_FILE: write('TEST', [], []) });
    expect(await ask(gateway)).toBe(503);
  });

  it('does not start if the register file is missing or invalid', async () => {
    await expect(startGateway({ TPP_REGISTER: 'enforce' })).rejects.toThrow(
      'TPP_REGISTER_FILE: must be set where TPP_REGISTER',
    );
    const file = write(...GOOD);
    writeFileSync(file, '[]');
    await expect(started('warn', file)).rejects.toThrow('no payment institution');
    writeFileSync(file, Buffer.alloc(33 * 1_048_576, ' '));
    await expect(started('warn', file)).rejects.toThrow('reduce it');
  });
});
