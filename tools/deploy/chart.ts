// Writes a Helm chart of deploy/k8s/overlays/production, with values for what every installation changes:
//   npm run chart -- <folder>
// The manifests stay in one place: the chart is what kustomize renders, with the lines marked `Yours` replaced by values.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { readArguments } from '../command/read-arguments.ts';
import { ROOT } from '../programs.ts';
import { HELPERS, templateOf } from './chart-templates.ts';
import { describeChart, valuesOf } from './chart-values.ts';
import type { Manifest } from './manifest.ts';

const { positionals } = readArguments(import.meta.filename, { options: {}, allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write('Name the folder of the chart: npm run chart -- <folder>\n');
  process.exit(2);
}

const manifests = renderProduction();
const byKind = Map.groupBy(
  manifests.filter(({ kind }) => kind !== 'Namespace'),
  ({ kind }) => kind.replaceAll(/\B([A-Z][a-z])/g, '-$1').toLowerCase(),
);
mkdirSync(join(folder, 'templates'), { recursive: true });
writeFileSync(join(folder, 'Chart.yaml'), stringify(describeChart()));
writeFileSync(join(folder, 'values.yaml'), valuesOf(manifests));
writeFileSync(join(folder, 'templates', '_helpers.tpl'), HELPERS);
for (const [kind, documents] of byKind) {
  writeFileSync(join(folder, 'templates', `${kind}.yaml`), documents.map(templateOf).join(''));
}
process.stdout.write(`${folder}: ${manifests.length} objects in ${byKind.size} templates\n`);

/** Renders the overlay, with the sign-in at the bank: its objects have an effect only if values and profile name a provider. */
function renderProduction(): Manifest[] {
  using work = mkdtempDisposableSync(join(realpathSync(tmpdir()), 'xs2a-chart-'));
  const pathTo = (part: string): string => relative(work.path, join(ROOT, 'deploy', 'k8s', part));
  const kustomization = {
    resources: [pathTo('overlays/production')],
    components: [pathTo('components/bank-sign-in')],
  };
  writeFileSync(join(work.path, 'kustomization.yaml'), stringify(kustomization));
  const rendered = execFileSync(process.env['KUBECTL'] ?? 'kubectl', ['kustomize', work.path], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  return parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);
}
