import { contradictionsIn, PROFILE_PRESETS } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { profileFingerprint, readProfile, type SettingsRefusal, writeProfile } from '../index.ts';

const FULL = PROFILE_PRESETS['hr-full'];
const PROVIDER =
  'identityProvider: {issuer: https://id.bank.example, clientId: xs2a, clientAuthentication: private_key_jwt, scopes: [openid], psuIdClaim: sub}';
const SERVER =
  'server: {metadataUrl: https://b.example/m, issuer: https://b.example, keysUrl: https://b.example/k, audience: xs2a, scopes: {accounts: a, payments: p, funds: f}, psuIdClaim: sub}';
const read = (...lines: string[]) => readProfile('bank.yaml', lines.join('\n'));

/** Returns the faults of a profile text. */
function faultsOf(...lines: string[]): string[] {
  try {
    read(...lines);
    return [];
  } catch (error) {
    return (error as SettingsRefusal).faults.map(({ text }) => text);
  }
}

/** Settings of a sign-in at the bank in one line, with these settings of the identity provider. */
function signIn(contexts: string): string {
  const named = 'issuer: https://id.example, clientId: xs2a, clientAuthentication: private_key_jwt, psuIdClaim: sub';
  return `identityProvider: { ${named}, scopes: [openid], ${contexts} }\npsuSignIn: oidc`;
}

describe('a profile file', () => {
  it('overrides its preset setting by setting, at any depth; a list replaces the whole list', () => {
    const profile = read(
      'preset: hr-full',
      'deltaReports:',
      '  deltaList: false',
      'executionTimes:',
      '  sepa-credit-transfers:',
      '    cutOff: "15:00"',
      'products:',
      '  periodic-payments: []',
      'languages: [en]',
    );
    expect(profile).toEqual({
      ...FULL,
      deltaReports: { entryReferenceFrom: true, deltaList: false },
      executionTimes: {
        ...FULL.executionTimes,
        'sepa-credit-transfers': { ...FULL.executionTimes['sepa-credit-transfers'], cutOff: '15:00' },
      },
      products: { ...FULL.products, 'periodic-payments': [] },
      languages: ['en'],
    });
  });

  it('may use setting names of the previous release, so that old and new services can read one file', () => {
    expect(read('fieldNames: standard').fieldAliases).toBe(false);
    expect(read('preset: berlin-group', 'fieldNames: both').fieldAliases).toBe(true);
    expect(read('fieldNames: standard', 'fieldAliases: true').fieldAliases).toBe(true);
    expect(faultsOf('fieldNames: none')).toEqual([expect.stringContaining('fieldNames: unknown setting')]);
  });

  it('can remove an optional setting with null, and no other', () => {
    const profile = read('executionTimes:', '  target-2-payments:', '    cutOff: null');
    expect(profile.executionTimes['target-2-payments']).toEqual({ bankingDays: 'target', bookedAtOnce: false });
    expect(faultsOf('wireStyle: null')).toEqual([expect.stringContaining('wireStyle: ')]);
  });

  it('is refused with one line per fault: position, setting and reason', () => {
    const faults = faultsOf(
      'preset: hr-full',
      'aspspName: 5',
      'limits:',
      '  historyDays: 0',
      '  weeks: 3',
      'deltaReport: {}',
      'timeZone: Mars/Olympus',
    );
    expect(faults.toSorted()).toEqual([
      expect.stringMatching(/^bank\.yaml:2: aspspName: .*string/),
      expect.stringMatching(/^bank\.yaml:4: limits\.historyDays: /),
      'bank.yaml:5: limits.weeks: unknown setting',
      'bank.yaml:6: deltaReport: unknown setting',
      'bank.yaml:7: timeZone: must be a time zone such as Europe/Zagreb',
    ]);
  });

  it.each([
    ['a setting that is set twice', ['wireStyle: json', 'wireStyle: text'], /^bank\.yaml:2: Map keys must be unique/],
    ['text that is not YAML', ['limits: [1'], /^bank\.yaml:1: /],
    ['a list', ['- wireStyle'], /^bank\.yaml:1: must contain settings/],
    ['an unknown preset', ['', 'preset: hr-tiny'], /^bank\.yaml:2: preset: must be one of hr-basic, hr-full/],
  ])('is refused with its line: %s', (_, lines, fault) => {
    expect(faultsOf(...lines)).toEqual([expect.stringMatching(fault)]);
  });

  it.each([
    ['implicitStart', ['scaApproaches: [DECOUPLED]', 'implicitStart: [REDIRECT]']],
    ['authorisationConfirmation', ['scaApproaches: [DECOUPLED]', 'authorisationConfirmation: true']],
    ['ownFactors', ['scaApproaches: [EMBEDDED]', 'ownFactors: [passkey]']],
    [
      'identityProvider.bothFactorsAcrValues',
      ['scaApproaches: [REDIRECT]', signIn('acrValues: [weak], bothFactorsAcrValues: [strong]')],
    ],
    [
      'signingBaskets.services',
      ['products: {periodic-payments: []}', 'signingBaskets: {services: [periodic-payments]}'],
    ],
    ['cancellationNeedsSca', ['preset: hr-basic', 'cancellationNeedsSca: [target-2-payments]']],
    [
      'executionTimes.target-2-payments',
      ['preset: hr-basic', 'executionTimes: {target-2-payments: {bankingDays: target, bookedAtOnce: true}}'],
    ],
    [
      'executionTimes.instant-domestic-credit-transfers-hr',
      ['languages: [hr]', "executionTimes: {instant-domestic-credit-transfers-hr: {cutOff: '16:00'}}"],
    ],
    ['products.payments', ['languages: [hr]', 'products: {payments: [pain.001-credit-transfers]}']],
    ['bookingStatuses', ['languages: [hr]', 'bookingStatuses: [pending]']],
    ['bookingStatuses', ['languages: [hr]', 'bookingStatuses: [booked, both]']],
    ['bookingStatuses', ['languages: [hr]', 'bookingStatuses: [booked, all]']],
    ['transactionStatusStyle', ['fundsCheck: false', 'transactionStatusStyle: funds']],
    ['accountReferences', ['languages: [hr]', 'accountReferences: [iban]']],
    ['psuSignIn', ['scaApproaches: [REDIRECT]', 'psuSignIn: oidc']],
    ['identityProvider', ['scaApproaches: [REDIRECT]', PROVIDER]],
    ['psuSignIn', ['languages: [hr]', 'psuSignIn: oidc', PROVIDER]],
    ['oauth.integrated', ['scaApproaches: [DECOUPLED]', 'oauth: {integrated: true}']],
    ['oauth.readsNeedToken', ['scaApproaches: [REDIRECT]', 'oauth: {readsNeedToken: true}']],
    ['oauth.readsNeedToken', ['languages: [hr]', 'oauth: {integrated: true, readsNeedToken: true}']],
    ['oauth.integrated', ['authorisationConfirmation: true', `oauth: {integrated: true, ${SERVER}}`]],
    ['limits.redirectLinkMinutes', ['languages: [hr]', 'limits: {authorisationHours: 1, redirectLinkMinutes: 61}']],
  ])('is refused if %s contradicts another setting', (setting, lines) => {
    expect(faultsOf(...lines)).toEqual([expect.stringMatching(new RegExp(`^bank\\.yaml:2: ${setting}: `))]);
  });

  it.each([
    ['scaApproaches: [REDIRECT, DECOUPLED]', 'implicitStart: [DECOUPLED]'],
    ['bookingStatuses: [booked, pending, both]'],
    ['cardAccounts: false', 'accountReferences: [iban]'],
    ['products: {periodic-payments: []}', 'signingBaskets: {services: [payments]}'],
    // No faults are reported for preset settings of services that are no longer offered.
    ['products: {periodic-payments: []}'],
    ['scaApproaches: [DECOUPLED]'],
    ['scaApproaches: [REDIRECT]', 'psuSignIn: oidc', PROVIDER],
    ['scaApproaches: [REDIRECT]', `oauth: {integrated: true, readsNeedToken: true, ${SERVER}}`],
    ['scaApproaches: [REDIRECT]', signIn('acrValues: [weak, strong], bothFactorsAcrValues: [strong]')],
  ])('is accepted if the settings are consistent: %s', (...lines) => {
    expect(faultsOf(...lines)).toEqual([]);
  });

  it('is not refused for settings of another preset that it does not contain', () => {
    for (const preset of Object.keys(PROFILE_PRESETS)) expect(faultsOf(`preset: ${preset}`)).toEqual([]);
  });
});

describe('a preset', () => {
  it.each(Object.entries(PROFILE_PRESETS))('%s has no contradictions', (_, profile) => {
    expect(contradictionsIn(profile)).toEqual([]);
  });

  it.each(Object.entries(PROFILE_PRESETS))('%s is unchanged after writing and reading', (_, profile) => {
    expect(profileFingerprint(read(writeProfile(profile)))).toBe(profileFingerprint(profile));
  });
});

describe('the profile fingerprint', () => {
  it('depends on every setting and not on their order', () => {
    const fingerprint = profileFingerprint(FULL);
    expect(profileFingerprint(Object.fromEntries(Object.entries(FULL).toReversed()) as typeof FULL)).toBe(fingerprint);
    for (const changed of [
      { ...FULL, aspspName: 'Druga banka' },
      { ...FULL, limits: { ...FULL.limits, otpMinutes: 6 } },
      { ...FULL, languages: FULL.languages.toReversed() },
    ]) {
      expect(profileFingerprint(changed)).not.toBe(fingerprint);
    }
  });
});
