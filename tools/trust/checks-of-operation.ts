import type { SecurityCheck } from './security-check.ts';

const GATEWAY = 'services/gateway/src';

/** Checks of disclosure, survival and records. */
export const CHECKS_OF_OPERATION: readonly SecurityCheck[] = [
  {
    number: 15,
    statement: 'No IBAN, card number, password, code or token stands in a log, metric or error.',
    evidence: [
      { file: 'testing/suites/journeys/canaries.test.ts' },
      { file: 'testing/suites/oauth/canaries/own-server.test.ts' },
      { file: 'testing/suites/oauth/canaries/bank-server.test.ts' },
      { file: 'testing/suites/oauth/canaries/bank-sign-in.test.ts' },
      { file: 'testing/suites/journeys/confidential-logs.test.ts' },
      { file: 'packages/service-kit/src/observability/log.test.ts' },
    ],
  },
  {
    number: 16,
    statement: 'Killing any service, MongoDB or NATS loses no acknowledged payment and executes none twice.',
    evidence: [
      { file: 'testing/suites/crash/campaign.test.ts' },
      { file: 'testing/suites/crash/kill-and-continue.test.ts' },
      { file: 'testing/suites/crash/oracle/points.test.ts' },
      { file: 'testing/suites/simulation/simulation.test.ts' },
    ],
    notYet: 'The 225 kills of the whole campaign take longer than a test run: `npm run verify -- crash`.',
  },
  {
    number: 17,
    statement:
      'After NATS is wiped, or MongoDB restored from a backup, the system is consistent or the differences are named.',
    evidence: [
      { file: 'testing/suites/commands/reconcile.test.ts' },
      { file: 'testing/suites/crash/kill-and-continue.test.ts' },
    ],
  },
  {
    number: 18,
    statement:
      'While a database or the bus is away or hangs, answers are 503 with Retry-After within 3 seconds, and it recovers alone.',
    evidence: [
      { file: 'testing/suites/crash/hanging-servers.test.ts' },
      { file: 'testing/suites/crash/hanging-processes.test.ts' },
      { file: 'testing/suites/crash/bank-outage.test.ts' },
      { file: 'packages/service-kit/src/bus/hanging.test.ts' },
      { file: `${GATEWAY}/http/shutdown.test.ts` },
      {
        file: 'services/portal/src/http/http-conformance.test.ts',
        title: 'a page says so with 503 and Retry-After',
      },
    ],
    notYet: 'Rolling upgrades without a failed request are shown for a stopping gateway, not for a whole cluster.',
  },
  {
    number: 19,
    statement:
      'Under overload accepted requests are answered in time, the others refused at once; one TPP does not slow down another.',
    evidence: [
      { file: `${GATEWAY}/limits/overload.test.ts` },
      { file: `${GATEWAY}/limits/concurrency-limit.test.ts` },
      { file: `${GATEWAY}/limits/fair-share.test.ts` },
      { file: `${GATEWAY}/limits/flood.test.ts` },
      { file: `${GATEWAY}/limits/request-rate.test.ts` },
    ],
  },
  {
    number: 20,
    statement: 'Hostile input is refused without a failure of the server, within 100 ms of CPU time each.',
    evidence: [
      { file: 'testing/suites/hostile/corpus.test.ts' },
      { file: 'testing/suites/hostile/fuzz.test.ts' },
      { file: 'testing/suites/hostile/slow-texts.test.ts' },
      { file: `${GATEWAY}/http/slow-requests.test.ts` },
      { file: `${GATEWAY}/request/slow-texts.test.ts` },
      { file: 'testing/suites/hostile/expressions.test.ts' },
      { file: `${GATEWAY}/request/fuzz.test.ts` },
    ],
  },
  {
    number: 21,
    statement: 'Notifications reach no internal address.',
    evidence: [
      { file: 'services/notifier/src/delivery/public-address.test.ts' },
      { file: 'services/notifier/src/delivery/post-notification.test.ts' },
    ],
    notYet: 'Egress rules of a cluster come with its manifests.',
  },
  {
    number: 22,
    statement:
      'A participant of the bus cannot settle an authorisation, read a code or act for the portal; secrets come from files.',
    evidence: [
      { file: 'testing/suites/bus/attacks.test.ts' },
      { file: 'packages/service-kit/src/runtime/config.test.ts' },
    ],
    notYet: 'Identities with permissions for each service, on the bus and in the database, come with the manifests.',
  },
  {
    number: 23,
    statement:
      'Each change of a status is recorded with who, when, from, to and request; an altered or missing record is found.',
    evidence: [
      { file: 'testing/suites/settings/refused-settings.test.ts' },
      { file: 'testing/suites/journeys/legal-trace.test.ts' },
      { file: 'packages/service-kit/src/history/verify-history.test.ts' },
      { file: 'testing/suites/commands/verify-history.test.ts' },
    ],
  },
  {
    number: 24,
    statement: 'Availability, response times and errors are published by EBA/GL/2018/07.',
    evidence: [
      { file: `${GATEWAY}/statistics/statistics.test.ts` },
      { file: `${GATEWAY}/statistics/serve-statistics.test.ts` },
      { file: 'testing/suites/commands/statistics.test.ts' },
    ],
  },
  {
    number: 25,
    statement:
      'The build is reproducible from lock files with hashes, runs no install scripts, and its parts and threats are listed.',
    evidence: [
      { file: 'testing/suites/supply-chain/pins.test.ts' },
      { file: 'testing/suites/supply-chain/advisories.test.ts' },
      { file: 'testing/suites/tidy/threats.test.ts' },
    ],
    notYet: 'Container images come with the manifests.',
  },
];
