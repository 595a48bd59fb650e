import { fileURLToPath } from 'node:url';
import { SANDBOX_TPPS } from '@xs2a/certificates';
import type { AspspProfile } from '@xs2a/contracts';
import { Eta } from 'eta';
import { approveInShell } from './approve-in-shell.ts';
import { describeOffer } from './describe-offer.ts';
import { describeRefusals } from './describe-refusals.ts';
import { journeys, preparation, type Reader } from './journeys.ts';
import { exampleAnswer, readInterface } from './published.ts';
import { SANDBOX_PSUS } from './sandbox-psus.ts';
import { DOCUMENTED_MACHINES } from './status-machines.ts';

export interface DocsReader extends Reader {
  readonly profile: AspspProfile;
}

/** Every page by its path below `/docs`: its template, its title, and what it shows. */
const PAGES: ReadonlyMap<string, { template: string; title: string; content: (reader: DocsReader) => object }> =
  new Map([
    ['', { template: 'start', title: 'Start', content: startContent }],
    ['/reference', { template: 'reference', title: 'Reference', content: () => ({}) }],
    [
      '/errors',
      { template: 'errors', title: 'Errors', content: ({ profile }) => ({ groups: describeRefusals(profile) }) },
    ],
    ['/statuses', { template: 'statuses', title: 'Statuses', content: () => ({ machines: DOCUMENTED_MACHINES }) }],
    [
      '/profile',
      { template: 'profile', title: 'What this bank offers', content: ({ profile }) => describeOffer(profile) },
    ],
  ]);

const eta = new Eta({
  views: fileURLToPath(new URL('../../pages', import.meta.url)),
  autoEscape: true,
  cache: true,
});

/** A page of the documentation as HTML; undefined where there is none. Whatever comes from outside is shown as text. */
export function renderDocs(path: string, reader: DocsReader): string | undefined {
  const page = PAGES.get(path);
  if (page === undefined) return undefined;
  return render(page.template, page.title, path, reader, page.content(reader));
}

export function renderNothingHere(reader: DocsReader): string {
  return render('nothing-here', 'Nothing here', undefined, reader, {});
}

function render(
  template: string,
  title: string,
  path: string | undefined,
  reader: DocsReader,
  content: object,
): string {
  const { origin, isSandbox, portalUrl, profile } = reader;
  const menu = Array.from(PAGES, ([at, { title: name }]) => ({ href: `/docs${at}`, name, isCurrent: at === path }));
  const common = { pageTitle: title, menu, origin, isSandbox, portalUrl, bankName: profile.aspspName };
  return eta.render(template, { ...common, ...content });
}

function startContent(reader: DocsReader): object {
  const document = readInterface();
  return {
    preparation: preparation(reader),
    journeys: journeys(reader).map((journey) => ({
      ...journey,
      steps: journey.steps.map((step) => ({
        ...step,
        answer: step.answer ?? (step.answeredAs && exampleAnswer(document, step.answeredAs)),
      })),
    })),
    inShell: reader.isSandbox ? approveInShell(reader.profile) : undefined,
    psus: SANDBOX_PSUS,
    tpps: Array.from(SANDBOX_TPPS, ([id, { name, roles, refused }]) => ({ id, name, roles, refused })),
  };
}
