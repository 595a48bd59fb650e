// Generates the reference pages and the operations lock from the tables of the contracts, the alerts of Kubernetes from those of
// Prometheus, and builds the published files that are not checked in:
//   npm run gen
//   npm run gen -- --check
// `--check` writes no checked-in file and fails if one differs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from './command/read-arguments.ts';
import { authorisationPage } from './gen/authorisation-page.ts';
import { clientOperations, clientSchemas } from './gen/client/client-files.ts';
import { commandsPage } from './gen/commands-page.ts';
import { configurationPage } from './gen/configuration-page.ts';
import { connectorContract } from './gen/connector/contract.ts';
import { connectorSchemas } from './gen/connector/schemas.ts';
import { connectorSections, filled } from './gen/connector/sections.ts';
import { decisionsPage } from './gen/decisions-page.ts';
import { endpointsPage } from './gen/endpoints-page.ts';
import { errorsPage } from './gen/errors-page.ts';
import { foldersSection } from './gen/folders.ts';
import { headersPage } from './gen/headers-page.ts';
import { knownVariables } from './gen/known-variables.ts';
import { licencesPage } from './gen/licences-page.ts';
import { objectiveRules } from './gen/monitoring/objectives.ts';
import { prometheusRule } from './gen/monitoring/prometheus-rule.ts';
import { openApiDocument } from './gen/openapi/document.ts';
import { productsPage } from './gen/products-page.ts';
import { profilePages } from './gen/profile-page.ts';
import { writePublishedFiles } from './gen/published-files.ts';
import { PUBLISHED } from './gen/published-folder.ts';
import { statesPage } from './gen/states-page.ts';
import { threatPage } from './gen/threat-page.ts';
import { changelog } from './gen/unreleased-changes.ts';
import { SERVICE_FOLDERS } from './programs.ts';
import { operationsLock } from './release/operations-lock.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = 'packages/client/src/generated/';
const JAVA_CONTRACT = 'examples/java-connector/src/main/resources/contract.json';
const LOCK = 'packages/contracts/operations.lock.json';
const CONNECTOR = 'docs/bank-connector.md';
const ARCHITECTURE = 'docs/ARCHITECTURE.md';
const ALERTS = 'deploy/k8s/components/monitoring/alerts.yaml';
const OBJECTIVES = 'deploy/monitoring/objectives.yaml';
const VARIABLES = 'packages/service-kit/src/settings/known-variables.ts';

/** Bytes of the longest generated file. */
const GENERATED_MAX = 16 * 1_024 * 1_024;

const { values: options } = readArguments(import.meta.filename, { options: { check: { type: 'boolean' } } });

function stored(path: string): string | undefined {
  return existsSync(ROOT + path) ? readFileSync(ROOT + path, 'utf8') : undefined;
}

/** Formats generated code as the formatter of the repository would. */
function formatted(path: string, text: string): string {
  const options = { input: text, cwd: ROOT, encoding: 'utf8', maxBuffer: GENERATED_MAX } as const;
  return execFileSync('biome', ['format', `--stdin-file-path=${path}`], options);
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

const lock = operationsLock();
const document = openApiDocument();
const generated: Record<string, string> = {
  'CHANGELOG.md': changelog(stored('CHANGELOG.md') ?? ''),
  'docs/errors.md': errorsPage(),
  'docs/states.md': statesPage(),
  'docs/endpoints.md': endpointsPage(),
  'docs/headers.md': headersPage(),
  'docs/products.md': productsPage(),
  'docs/authorisation.md': authorisationPage(),
  'docs/decisions/README.md': decisionsPage(),
  'docs/commands.md': commandsPage(),
  'docs/licences.md': licencesPage(),
  'docs/threat-model.md': threatPage(),
  ...profilePages('docs/profile'),
  'docs/configuration.md': await configurationPage(),
  [VARIABLES]: formatted(VARIABLES, await knownVariables()),
  [ALERTS]: prometheusRule(),
  [OBJECTIVES]: objectiveRules(),
  [`${CLIENT}schemas.ts`]: formatted('schemas.ts', clientSchemas(document)),
  [`${CLIENT}operations.ts`]: formatted('operations.ts', clientOperations(document)),
  // Written by hand except between their marks.
  [CONNECTOR]: filled(stored(CONNECTOR) ?? '', connectorSections()),
  [ARCHITECTURE]: filled(stored(ARCHITECTURE) ?? '', { folders: foldersSection([...SERVICE_FOLDERS.keys()]) }),
  ...Object.fromEntries(
    Object.entries(connectorSchemas()).map(([name, schema]) => [`docs/connector/${name}`, asJson(schema)]),
  ),
  [JAVA_CONTRACT]: formatted(JAVA_CONTRACT, JSON.stringify(connectorContract())),
  [`${PUBLISHED}/openapi.json`]: asJson(document),
  [LOCK]: formatted(LOCK, JSON.stringify(lock)),
};

writePublishedFiles(ROOT, document);
const differing = Object.entries(generated).filter(([path, text]) => stored(path) !== text);

if (options.check) {
  for (const [path] of differing) process.stderr.write(`${path} differs from its source: run npm run gen\n`);
  if (differing.length > 0) process.exitCode = 1;
} else {
  for (const [path, text] of differing) {
    mkdirSync(dirname(ROOT + path), { recursive: true });
    writeFileSync(ROOT + path, text);
  }
  process.stdout.write(
    differing.length === 0 ? 'Nothing to write.\n' : `Wrote ${differing.map(([path]) => path).join(', ')}\n`,
  );
}
