import { fileURLToPath } from 'node:url';
import { SANDBOX_TPPS } from '@xs2a/certificates';
import type { AspspProfile } from '@xs2a/contracts';
import { brandLinks, brandMark, iconLink, type PageStyle } from '@xs2a/page-style';
import { Eta } from 'eta';
import { approveInShell } from './approve-in-shell.ts';
import { describeErrors, type ErrorBody } from './describe-errors.ts';
import { describeProfile } from './describe-profile.ts';
import { exampleAnswer, type OpenApi } from './example-answer.ts';
import { type JourneyContext, journeys, preparation } from './journeys.ts';
import { SANDBOX_PSUS } from './sandbox-psus.ts';
import { DOCUMENTED_MACHINES } from './status-machines.ts';

/** Who reads a page, and what there is to show. */
export interface Reader extends JourneyContext {
  readonly profile: AspspProfile;
  readonly style: PageStyle;
  readonly openApi: OpenApi;
  readonly errorBody: ErrorBody;
}

/** Path of the files of the style. */
const ASSETS = '/docs/assets';

interface Page {
  readonly template: string;
  readonly title: string;
  readonly content: (reader: Reader) => object;
}

/** The pages by their path below `/docs`. */
const PAGES: ReadonlyMap<string, Page> = new Map([
  ['', { template: 'start', title: 'Start', content: startContent }],
  ['/reference', { template: 'reference', title: 'Reference', content: () => ({}) }],
  [
    '/errors',
    {
      template: 'errors',
      title: 'Errors',
      content: ({ errorBody }: Reader) => ({ groups: describeErrors(errorBody) }),
    },
  ],
  ['/statuses', { template: 'statuses', title: 'Statuses', content: () => ({ machines: DOCUMENTED_MACHINES }) }],
  [
    '/profile',
    {
      template: 'profile',
      title: 'What this bank offers',
      content: ({ profile }: Reader) => describeProfile(profile),
    },
  ],
]);

const eta = new Eta({
  views: fileURLToPath(new URL('../pages', import.meta.url)),
  autoEscape: true,
  cache: true,
});

/** A page as HTML; undefined if there is none at this path. Values from the request are escaped. */
export function renderPage(path: string, reader: Reader): string | undefined {
  const page = PAGES.get(path);
  if (page === undefined) return undefined;
  return render(page.template, page.title, path, reader, page.content(reader));
}

export function renderNotFound(reader: Reader): string {
  return render('not-found', 'Page not found', undefined, reader, {});
}

function render(template: string, title: string, path: string | undefined, reader: Reader, content: object): string {
  const { origin, isSandbox, portalUrl, style } = reader;
  const menu = Array.from(PAGES, ([at, { title: name }]) => ({ href: `/docs${at}`, name, isCurrent: at === path }));
  const brand = {
    bankName: style.bankName,
    iconLink: iconLink(style, ASSETS),
    brandMark: brandMark(style, ASSETS),
    brandLinks: brandLinks(style, 'en'),
  };
  const common = { pageTitle: title, menu, origin, isSandbox, portalUrl, ...brand };
  return eta.render(template, { ...common, ...content });
}

function startContent(reader: Reader): object {
  return {
    preparation: preparation(reader),
    journeys: journeys(reader).map((journey) => ({
      ...journey,
      steps: journey.steps.map((step) => ({
        ...step,
        answer: step.answer ?? (step.answeredAs && exampleAnswer(reader.openApi, step.answeredAs)),
      })),
    })),
    inShell: reader.isSandbox ? approveInShell(reader.profile) : undefined,
    psus: SANDBOX_PSUS,
    tpps: Array.from(SANDBOX_TPPS, ([id, { name, roles, refused }]) => ({ id, name, roles, refused })),
  };
}
