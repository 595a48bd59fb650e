import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxTlsVariables, testAuthorityVariables, writeSandboxCertificates } from '@xs2a/certificates';
import type { Seen } from '@xs2a/conformance/black-box';
import type { Group } from '@xs2a/conformance/check';
import { loadFacts } from '@xs2a/conformance/facts';
import type { Instance } from '@xs2a/conformance/open-instance';
import { type Report, runConformance } from '@xs2a/conformance/run-conformance';
import { offersOAuth } from '@xs2a/contracts';
import { loadProfile } from '@xs2a/service-kit';
import { freePort } from '@xs2a/test-kit';
import { runCompact } from '@xs2a/test-system/start/run-compact';
import { watchQueries } from '@xs2a/test-system/watch-queries';
import { writeSecret } from '../bank-sign-in/sign-in-bank.ts';

/** Placeholder in the text of a profile for the issuer of the sandbox's identity provider. */
export const SANDBOX_PROVIDER = 'http://provider-of-the-sandbox';

/**
 * Runs the suite against its own full system, as a bank would, with a profile in a file's form. With `ownReceiver` the suite
 * receives notifications on its own port, otherwise on that of the sandbox. `withoutIndex` has the queries that read a whole
 * collection or sorted in memory during the run.
 */
export async function runAgainst(
  profileName: string,
  yaml: string,
  ownReceiver = false,
  onAnswer: (seen: Seen) => void = () => undefined,
  groups?: readonly Group[],
): Promise<Report & { withoutIndex: string[] }> {
  return withInstance(profileName, yaml, ownReceiver, (instance) => runConformance({ ...instance, onAnswer, groups }));
}

/** Starts a full system with a profile in a file's form, and hands it to `run`. */
export async function withInstance<Result>(
  profileName: string,
  yaml: string,
  ownReceiver: boolean,
  run: (instance: Instance) => Promise<Result>,
): Promise<Result & { withoutIndex: string[] }> {
  const certificates = mkdtempSync(join(tmpdir(), 'xs2a-conformance-'));
  await writeSandboxCertificates(certificates);
  const [port, receiverPort, providerPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const profileFile = join(certificates, 'profile.yaml');
  writeFileSync(profileFile, yaml.replace(SANDBOX_PROVIDER, `http://localhost:${providerPort}`));
  const profile = loadProfile(profileFile);
  const env = {
    PROFILE: profileFile,
    ...(ownReceiver && { NOTIFICATION_PERMITTED_HOSTS: `localhost:${receiverPort}` }),
    ...(profile.psuSignIn === 'oidc' && {
      IDENTITY_PROVIDER_PORT: String(providerPort),
      SIGN_IN_SECRET_FILE: writeSecret(certificates),
    }),
    ...sandboxTlsVariables(certificates, port),
    // Lets the suite have its own sandbox context.
    ...testAuthorityVariables(certificates),
  };
  const system = await runCompact(env, { withOAuth: offersOAuth(profile) });
  await using queries = await watchQueries(system.mongoUrl);
  try {
    const environment = {
      portal: system.portalUrl,
      tlsUrl: `https://localhost:${port}`,
      certificates,
      ...(ownReceiver && { receiverPort }),
      longReports: profile.limits.reportEntriesMax <= 500,
    };
    const report = await run({
      url: system.gatewayUrl,
      profile,
      profileName,
      facts: loadFacts(),
      environment,
    });
    const withoutIndex = (await queries.withoutIndex()).filter((kind) => !SMALL_COLLECTIONS.test(kind));
    return { ...report, withoutIndex };
  } finally {
    await system[Symbol.asyncDispose]();
    rmSync(certificates, { recursive: true });
  }
}

/** Upper bound on a whole run on a loaded machine, in milliseconds. */
export const RUN_MS_MAX = 480_000;

/** Collections that stay small: the sandbox bank keeps a handful of PSUs and accounts, and each service a few clocks. */
const SMALL_COLLECTIONS = /^bank\.|^\w+\.sandboxClocks /;

/** Rules for banks that choose otherwise than both presets; `minimal-profile.test.ts` has such a bank. */
export const RULES_FOR_OTHER_BANKS = [
  'headers.PSU-ID-Type missing.createConsent',
  'headers.PSU-ID-Type missing.createConsentConfirmationOfFunds',
  'headers.PSU-ID-Type missing.createSigningBasket',
  'headers.PSU-ID-Type missing.initiatePayment',
  'headers.PSU-ID missing.createConsent',
  'headers.PSU-ID missing.createConsentConfirmationOfFunds',
  'headers.PSU-ID missing.createSigningBasket',
  'headers.PSU-ID missing.initiatePayment',
  'links.next.REDIRECT.failed',
  'links.next.REDIRECT.finalised',
  'oauth.code used twice',
  'oauth.consent',
  'oauth.metadata',
  'oauth.payment',
  'oauth.pre-step.accounts',
  'oauth.pre-step.payments',
  'oauth.read without token',
  'oauth.request not pushed',
  'oauth.token of another consent',
  'oauth.verifier',
  'refusals.consentModelNotOffered',
  'refusals.resourceNotOfTpp',
  'states.authorisation.by redirect, confirmed',
  'states.authorisation.by redirect, confirmed wrongly',
  ...['executed', 'of a bulk, partly refused', 'of a company'].flatMap((journey) => [
    `states.payment.${journey}, funds`,
    `states.payment.${journey}, technical`,
  ]),
  'states.payment.of a later day, cancelled, technical',
  'states.payment.without funds, rejected, technical',
  'states.payment.without funds, technical',
];

export const failuresOf = ({ results }: Report): string[] =>
  results.filter(({ result }) => result === 'failed').map(({ id, why }) => `${id}: ${why}`);

/** The check of one product of the table, such as `endpoints.initiatePayment.payments.hr-rtgs-payments`. */
const OF_PRODUCT = /^endpoints\.initiatePayment\.[\w-]+\./;

/** Checks that were not run, or whose feature the profile lacks: products that it lacks are not told. */
export const withResult = ({ results }: Report, wanted: 'notOffered' | 'notGiven'): string[] =>
  results
    .filter(({ result }) => result === wanted)
    .map(({ id }) => id)
    .filter((id) => !OF_PRODUCT.test(id))
    .toSorted();
