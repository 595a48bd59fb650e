import { expect, it } from 'vitest';
import { failuresOf, RUN_MS_MAX, runAgainst, SANDBOX_PROVIDER, withResult } from './run-against.ts';

/**
 * A bank that leaves out whatever a bank may, with its own pages (and the sign-in at its identity provider) as the only way to
 * authorise, and that offers what the presets leave out.
 */
const PROFILE = `
preset: hr-full
products: { payments: [sepa-credit-transfers], periodic-payments: [], bulk-payments: [] }
executionTimes:
  cross-border-credit-transfers: null
  domestic-credit-transfers-hr: null
  target-2-payments: null
  instant-domestic-credit-transfers-hr: null
  hr-rtgs-payments: null
  pain.001-credit-transfers: null
cancellationNeedsSca: [sepa-credit-transfers]
consentModels: [detailed, bankOffered]
ownerNames: never
cardAccounts: false
fundsConfirmation: false
signingBaskets: { services: [], consents: false }
notifications: { contents: [] }
unknownIds: { consents: 404, resources: 403 }
scaApproaches: [REDIRECT]
implicitStart: [REDIRECT]
authorisationConfirmation: true
transactionStatusStyle: funds
errorForm: problem
edition: 1.3.16
psuIpAddressRequired: true
psuSignIn: oidc
identityProvider:
  issuer: ${SANDBOX_PROVIDER}
  clientId: xs2a
  clientAuthentication: client_secret_basic
  scopes: [openid]
  psuIdClaim: sub
  corporateIdClaim: corporate_id
`;

it(
  'a feature that a bank does not offer is no failure, and its own features are tested',
  async () => {
    const report = await runAgainst('little', PROFILE);
    expect(failuresOf(report)).toEqual([]);
    expect(report.withoutIndex).toEqual([]);
    const untested = withResult(report, 'notOffered');
    expect(untested).toEqual(expect.arrayContaining(['endpoints.getCardAccount', 'endpoints.createSigningBasket']));
    const reached = report.coverage
      .filter(({ state }) => state === 'reached')
      .map(({ table, row }) => `${table}.${row}`);
    expect(reached).toEqual(
      expect.arrayContaining([
        'statuses.authorisation.unconfirmed',
        'edges.payment.ACFC.settling',
        'refusals.resourceNotOfTpp',
      ]),
    );
  },
  RUN_MS_MAX,
);
