import { type Boundary, row } from './threat.ts';

const GATEWAY = 'services/gateway/src';

const OPERATORS: Boundary = {
  name: 'Operators',
  actor: 'A person with access to machines and commands, careless or malicious',
  threats: [
    row('elevation', 'a start with settings that are not safe', 'refused by name at the start', [
      'packages/service-kit/src/runtime/config.test.ts',
      `${GATEWAY}/certificates/tpp-certificates.test.ts`,
    ]),
    row('repudiation', 'somebody blocks a TPP, nobody was it', 'person, reason and time are part of the history', [
      `${GATEWAY}/blocklist/blocklist.test.ts`,
    ]),
    row(
      'disclosure',
      'logs, metrics and errors with personal data',
      'canary values are searched in everything that leaves a process',
      ['testing/suites/journeys/canaries.test.ts', 'packages/service-kit/src/observability/log.test.ts'],
    ),
    row(
      'tampering',
      'an operator changes history and checkpoints together',
      'checkpoints can be compared with external copies',
      ['testing/suites/commands/verify-history.test.ts'],
      'Nobody is made to keep copies.',
    ),
    row(
      'elevation',
      'one person alone decides (no second pair of eyes)',
      'none',
      [],
      'Commands know one person; the rule of two is the work of the operator.',
    ),
  ],
};

const SUPPLY: Boundary = {
  name: 'Supply chain',
  actor: 'A publisher of a package, server or tool, or someone who replaces it',
  threats: [
    row('tampering', 'a package is replaced by another of the same version', 'hashes for everything that is fetched', [
      'testing/suites/supply-chain/pins.test.ts',
    ]),
    row('elevation', 'a package runs code when it is installed', 'no scripts run', [
      'testing/suites/supply-chain/pins.test.ts',
    ]),
    row('tampering', 'a new release is malicious', 'two weeks of age before it is taken', [
      'testing/suites/supply-chain/pins.test.ts',
    ]),
    row(
      'elevation',
      'known weaknesses stay',
      'advisories with dated waivers; silence of a database is no success',
      ['testing/suites/supply-chain/advisories.test.ts'],
      'Servers are not asked for. A registry that does not answer leaves the question open.',
    ),
    row(
      'tampering',
      'built containers differ from what was tested',
      'none yet',
      [],
      'No containers are built here yet.',
    ),
  ],
};

/** People and suppliers around the service. */
export const PEOPLE_AND_SUPPLIERS: readonly Boundary[] = [OPERATORS, SUPPLY];
