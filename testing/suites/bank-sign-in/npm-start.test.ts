import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROFILE_PRESETS, readConsentStatus } from '@xs2a/contracts';
import { loadProfile } from '@xs2a/service-kit';
import { freePort, PsuClient } from '@xs2a/test-kit';
import { askForConsent, TPP } from '@xs2a/test-system/ask-as-gateway';
import { startServicesWith } from '@xs2a/test-system/start/start-services';
import { afterAll, describe, expect, it } from 'vitest';
import { writeBankSignIn } from '../../../tools/start/bank-sign-in.ts';
import { signInAtProvider } from './sign-in-bank.ts';

const folder = mkdtempSync(join(tmpdir(), 'xs2a-npm-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('npm start -- --bank-sign-in', () => {
  it.each(Object.keys(PROFILE_PRESETS))('has a profile over %s that the services accept', (preset) => {
    const settings = writeBankSignIn(join(folder, preset), { preset, port: 8095, bothFactors: false });
    const profile = loadProfile(settings['PROFILE'] ?? '');
    expect(profile).toMatchObject({ psuSignIn: 'oidc', identityProvider: { issuer: 'http://localhost:8095' } });
    expect(profile.products).toEqual(PROFILE_PRESETS[preset as keyof typeof PROFILE_PRESETS].products);
    expect(statSync(settings['SIGN_IN_SECRET_FILE'] ?? '').mode & 0o077).toBe(0);
  });

  it('refuses a profile file, since that configures the sign-in itself', () => {
    const preset = join(folder, 'own.yaml');
    writeFileSync(preset, 'preset: hr-full\n');
    const write = () => writeBankSignIn(join(folder, 'of-file'), { preset, port: 8095, bothFactors: false });
    expect(write).toThrow('takes a preset in PROFILE');
  });

  it('-- --both-factors: a PSU signs in at the provider of the sandbox and approves a consent without a code', async () => {
    const [portalPort, port] = await Promise.all([freePort(), freePort()]);
    const bank = { portalUrl: `http://localhost:${portalPort}`, issuer: `http://localhost:${port}` };
    const settings = writeBankSignIn(join(folder, 'both'), { preset: undefined, port, bothFactors: true });
    const env = { ...settings, PORTAL_URL: bank.portalUrl, PORTAL_PORT: String(portalPort) };
    await using services = await startServicesWith(env, 'portal', 'sca', 'bank', 'consent');
    const { consentId, authorisation } = await askForConsent(services.bus);
    const browser = new PsuClient(bank.portalUrl);
    const asked = await browser.open(`${bank.portalUrl}/sca/${authorisation?.redirectReference ?? ''}`);
    const back = await signInAtProvider(bank, browser, asked);
    await browser.submit(await browser.open(back.href), {}, '/approve');
    const tpp = { ...TPP, roles: [...TPP.roles] };
    const status = await services.bus.ask(readConsentStatus, { tpp, consentId });
    expect(status.consentStatus).toBe('valid');
  });
});
