// Scripts of package.json: the program and the needs of each. Read by tools/run.mjs before anything is installed:
// plain JavaScript without dependencies, on Node 18 and newer.

/** @typedef {import('./scripts.mjs').Row} Row */

const BUILD_BUNDLES = 'node tools/bundle/build.ts';
const BUILD_PUBLISHED = 'node tools/build-published.ts';

/** Builds before a script: the commands of operators, or the bundles of services, or also the files that the gateway publishes. */
const BUILDS = {
  commands: `${BUILD_BUNDLES} packages/cli`,
  bundles: BUILD_BUNDLES,
  published: `${BUILD_BUNDLES} && ${BUILD_PUBLISHED}`,
};

/** Long checks with options of their own, by name: what each shows. `short` are the options by which `npm run verify` includes one. */
const CAMPAIGNS = {
  simulation: {
    about: 'no order of crashes and lost messages breaks a promise',
    file: 'testing/suites/simulation/run.ts',
    needs: ['servers'],
  },
  collections: {
    about: 'the published request collections run against a fresh sandbox',
    file: 'testing/suites/collections/run.ts',
    build: 'published',
    needs: ['servers'],
  },
  outside: {
    about: 'generated requests get the answers that the OpenAPI document promises (Schemathesis)',
    file: 'testing/suites/outside/run.ts',
    build: 'bundles',
    needs: ['servers'],
  },
  clients: {
    about: 'strict clients in Python and Java read every answer',
    file: 'testing/suites/generated-clients/run.ts',
    short: ['--language', 'python', '--only', 'answers'],
    build: 'bundles',
    needs: ['servers'],
  },
  crash: {
    about: 'no loss or duplication while processes, servers and networks fail',
    file: 'testing/suites/crash/run.ts',
    // Its kills are in campaign.test.ts. Figures are those of a machine with nothing else to do.
    short: '--kills 0 --pauses 1 --full-disks 0 --targets nats,mongod --rate 30 --seed 7 --promises'.split(' '),
    build: 'bundles',
    needs: ['servers', 'toxiproxy'],
  },
  upgrade: {
    about: 'every service restarts, scales and is upgraded under load without a failed request',
    file: 'testing/suites/upgrade/run.ts',
    short: ['--services', 'payments,gateway'],
    build: 'bundles',
    needs: ['servers'],
  },
  restore: {
    about: 'a restore from backups loses nothing that was acknowledged before',
    file: 'testing/suites/restore/run.ts',
    short: ['--seconds', '12', '--seed', '7'],
    build: 'bundles',
    needs: ['servers'],
  },
  monitoring: {
    about: 'the alerts fire when they should (promtool)',
    file: 'tools/supply-chain/monitoring-check.ts',
    needs: [],
  },
  advisories: {
    about: 'no package has a known high or critical vulnerability without a waiver',
    file: 'tools/advisories.ts',
    needs: [],
  },
  mutation: {
    about: 'tests detect small changes of the code (StrykerJS)',
    file: 'tools/mutation/run.ts',
    build: 'types',
    needs: ['servers'],
  },
  'berlin-group': {
    about: "answers follow the Berlin Group's own OpenAPI file",
    file: 'testing/suites/berlin-group/run.ts',
    needs: ['servers'],
  },
  containers: {
    about: 'a journey runs against mongod and nats-server in containers, secured as in production',
    file: 'testing/suites/containers/run.ts',
    short: [],
    build: 'bundles',
    needs: [],
  },
  cluster: {
    about: 'the manifests run in a real cluster on this machine',
    file: 'tools/cluster/cluster-check.ts',
    build: 'bundles',
    needs: ['servers', 'manifests'],
  },
  // Last: it judges by the tests that ran before.
  trust: {
    about: 'security controls, by test evidence',
    file: 'tools/trust.ts',
    short: ['--rest'],
    needs: ['servers'],
  },
};

/** The tests that `npm test` leaves out. */
const suite = { file: 'tools/check/verify.ts', needs: ['servers', 'toxiproxy', 'manifests'] };

/** Folders of testing/suites/ that take long, and what each shows. Those that a campaign shares a name with are run by `npm test -- testing/suites/<name>`. */
const FOLDERS = {
  'bank-sign-in': 'PSUs sign in at the identity provider of the bank',
  browser: 'PSUs approve, decline and withdraw in a browser, by keyboard and without JavaScript',
  camt: 'statements of a bank are imported once, whatever is sent twice or cut off',
  commands: 'every command of operators, and of every page, does what it says',
  conformance: 'an instance of each preset holds every rule of the interface',
  connector: 'a bank connects over NATS, and nothing is lost while it is away',
  deploy: 'images and manifests have what they must, and bundles what was written',
  'generated-clients': 'what generated clients read is compared with the published document',
  guides: 'the blocks of the guides run as they are printed',
  hostile: 'hostile requests are refused, by the sources and by the bundle that ships, and end no service',
  identities: 'each service says and hears on the bus what it must, and nothing else',
  journeys: 'whole ways of TPPs and PSUs through all services, and what is logged of them',
  matrix: 'each SCA approach with each resource, method and outcome',
  observability: 'the story of a request is found again',
  oauth: 'approvals and sign-ins by OAuth, with clients of other makers',
  sandbox: 'developers register sandboxes of their own, and have things happen there',
  settings: 'any two settings of a bank hold every rule of the interface together',
  'supply-chain': 'what ships has its licences',
};

export const SUITES = {
  ...CAMPAIGNS,
  ...Object.fromEntries(
    Object.entries(FOLDERS).map(([name, about]) => [name, { about, ...suite, given: [`testing/suites/${name}/`] }]),
  ),
};

const bench = (about, file) => ({
  about,
  file: `testing/bench/${file}.ts`,
  build: 'bundles',
  needs: ['servers'],
});

/** Measurements, by name: what each measures. */
export const BENCHES = {
  requests: bench('a request through all services, beside a bare handler', 'run'),
  pages: bench('pages of a long list of transactions', 'pages'),
  bulk: bench('a bulk payment of 10,000 transfers', 'bulk'),
  refusals: bench('whether the time of a refusal reveals its reason', 'refusals'),
  limits: bench('what it costs to count the requests of a TPP', 'limits'),
  fairness: bench('what a TPP that floods does to another', 'fairness'),
  identities: bench('what identities on the bus cost', 'identities'),
  memory: bench('memory of each service', 'memory'),
  idle: bench('a system that nobody asks anything', 'at-rest/idle'),
  latency: bench('how long a TPP waits at half load', 'latency/half-load'),
  tokens: bench('what an access token costs', 'oauth/tokens'),
  traces: bench('what traces cost', 'traces'),
  growth: bench('a request as the stored consents grow', 'growth'),
  replicas: bench('a request with one, two and four replicas', 'replicas'),
};

export const SCRIPTS = {
  start: { file: 'tools/start.ts', needs: ['servers'] },
  test: { file: 'tools/check/test.ts', needs: ['servers', 'manifests'] },
  check: { file: 'tools/check/check.ts', needs: ['servers', 'manifests'] },
  verify: { names: SUITES, ...suite },
  bench: { names: BENCHES, ...BENCHES.requests },
  format: { program: 'biome check --write .', needs: [] },
  gen: { file: 'tools/gen.ts', needs: [] },
  build: { program: BUILD_PUBLISHED, build: 'bundles', needs: [] },
  release: { file: 'tools/release.ts', needs: [] },
  images: { file: 'tools/deploy/images.ts', needs: [] },
  chart: { file: 'tools/deploy/chart.ts', needs: ['manifests'] },
  sbom: { file: 'tools/sbom.ts', needs: ['servers'] },
  // The small young generation is for large statements, as in services.
  xs2a: { file: 'tools/xs2a.ts', flags: '--max-semi-space-size=8', build: 'commands', needs: [] },
};

/**
 * The row that the words of a command line name, and the words after it. A group (verify, bench) without a name is a row itself.
 * @returns {{ row: Row, args: string[] } | { refusal: string }}
 */
export function findRow([script = '', ...args]) {
  const row = Object.entries(SCRIPTS).find(([name]) => name === script)?.[1];
  if (row === undefined) {
    return { refusal: `There is no script "${script}". There are: ${Object.keys(SCRIPTS).join(', ')}` };
  }
  const [name] = args;
  if (row.names === undefined || name === undefined || name.startsWith('-')) return { row, args };
  const named = Object.entries(row.names).find(([one]) => one === name)?.[1];
  if (named === undefined) return { refusal: `There is no ${script} "${name}".\n\n${namesOf(script)}` };
  return { row: named, args: [...(named.given ?? []), ...args.slice(1)] };
}

/** How a group is used. @param {string} script */
export function namesOf(script) {
  const { names = {} } = SCRIPTS[script] ?? {};
  const width = Math.max(...Object.keys(names).map((name) => name.length));
  const lines = Object.entries(names).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  const alone = script === 'verify' ? 'all long tests' : 'the first of them';
  return [
    `npm run ${script} -- <name> [options]    without a name: ${alone}`,
    ...lines,
    `npm run ${script} -- <name> --help tells the options of one.`,
  ].join('\n');
}

/** Command line of a row. @param {Row} row */
export const programOf = ({ program, flags, file }) => program ?? ['node', ...(flags ? [flags] : []), file].join(' ');

/** The same after what is built before. @param {Row} row */
export const commandOf = (row) => [...(row.build ? [BUILDS[row.build]] : []), `exec ${programOf(row)}`].join(' && ');
