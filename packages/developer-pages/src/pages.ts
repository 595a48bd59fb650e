import { SANDBOX_TPPS } from '@xs2a/certificates';
import { describeErrors } from './describe-errors.ts';
import { describeProfile } from './describe-profile.ts';
import { exampleAnswer } from './example-answer.ts';
import { approveInShell } from './journeys/approve-in-shell.ts';
import { journeys, setupCommands } from './journeys/journeys.ts';
import type { Reader } from './reader.ts';
import { describeChapters, describeOperation, endpointNamed, titleOf } from './reference/describe-operation.ts';
import type { OpenApi } from './reference/open-api.ts';
import { LANGUAGES } from './samples/languages.ts';
import { describeSamples } from './samples/sample-programs.ts';
import { SANDBOX_PSUS } from './sandbox-psus.ts';
import { DOCUMENTED_MACHINES } from './status-machines.ts';

/** A page below `/docs`, from a template in `pages`, or a guide in Markdown in `guides`. */
interface Page {
  readonly title: string;
  readonly template?: string;
  readonly guide?: string;
  readonly content?: (reader: Reader) => object;
  readonly isSandboxOnly?: true;
  /** The parent page in the navigation. */
  readonly within?: string;
}

interface PageGroup {
  readonly title: string;
  readonly pages: Readonly<Record<string, Page>>;
}

const REFERENCE = '/reference';
const SAMPLES = '/samples';
const [FIRST_LANGUAGE] = LANGUAGES;

/** All pages by their path below `/docs`, in the order of the navigation. */
const PAGE_GROUPS: readonly PageGroup[] = [
  {
    title: 'Begin',
    pages: {
      '': { title: 'Start', template: 'start', content: startContent },
      '/test-users': {
        title: 'Test users',
        template: 'test-users',
        content: () => ({
          psus: SANDBOX_PSUS,
          tpps: Array.from(SANDBOX_TPPS, ([id, { name, roles, refused }]) => ({ id, name, roles, refused })),
        }),
        isSandboxOnly: true,
      },
      '/own-sandbox': { title: 'A sandbox of your own', guide: 'own-sandbox', isSandboxOnly: true },
      '/profile': {
        title: 'What this bank offers',
        template: 'profile',
        content: ({ profile }) => describeProfile(profile),
      },
    },
  },
  {
    title: 'Guides',
    pages: {
      '/account-information': { title: 'Account information', guide: 'account-information' },
      '/payments': { title: 'Payments', guide: 'payments' },
      '/authorisation': { title: 'Authorisation', guide: 'authorisation' },
      '/certificates': { title: 'Certificates', guide: 'certificates' },
      '/notifications': { title: 'Notifications', guide: 'notifications' },
      '/limits': { title: 'Limits', guide: 'limits' },
      [SAMPLES]: { title: 'Samples', template: 'samples', content: samplesOf(FIRST_LANGUAGE?.id) },
    },
  },
  {
    title: 'Look up',
    pages: {
      [REFERENCE]: {
        title: 'Reference',
        template: 'reference',
        content: ({ openApi }) => ({ chapters: describeChapters(openApi) }),
      },
      '/errors': {
        title: 'Errors',
        template: 'errors',
        content: ({ errorBody, isSandbox }) => ({ groups: describeErrors(errorBody, isSandbox) }),
      },
      '/statuses': { title: 'Statuses', template: 'statuses', content: () => ({ machines: DOCUMENTED_MACHINES }) },
      '/changes': { title: 'Changes of the interface', guide: 'changes' },
    },
  },
];

export function pageAt(path: string, { isSandbox, openApi }: Pick<Reader, 'isSandbox' | 'openApi'>): Page | undefined {
  if (path.startsWith(`${REFERENCE}/`)) return operationPage(path.slice(REFERENCE.length + 1), openApi);
  if (path.startsWith(`${SAMPLES}/`)) return samplesPage(path.slice(SAMPLES.length + 1));
  const page = PAGE_GROUPS.map(({ pages }) => pages).find((pages) => Object.hasOwn(pages, path))?.[path];
  return page?.isSandboxOnly && !isSandbox ? undefined : page;
}

/** Page of an operation. */
function operationPage(operationId: string, openApi: OpenApi): Page | undefined {
  const endpoint = endpointNamed(openApi, operationId);
  if (endpoint === undefined) return undefined;
  const content = (reader: Reader) => describeOperation(endpoint, reader);
  return { title: titleOf(endpoint), template: 'operation', content, within: REFERENCE };
}

/** Page of samples in a language other than the first. */
function samplesPage(id: string): Page | undefined {
  const language = LANGUAGES.find((one) => one !== FIRST_LANGUAGE && one.id === id);
  if (language === undefined) return undefined;
  return { title: `Samples in ${language.name}`, template: 'samples', content: samplesOf(id), within: SAMPLES };
}

function samplesOf(id: string | undefined): (reader: Reader) => object {
  return (reader) => {
    const language = LANGUAGES.find((one) => one.id === id);
    return language === undefined ? {} : describeSamples(language, reader);
  };
}

/** Returns the pages for this reader, by group. */
export function pageGroups({ isSandbox }: Pick<Reader, 'isSandbox'>) {
  return PAGE_GROUPS.map(({ title, pages }) => ({
    title,
    pages: Object.entries(pages)
      .filter(([, { isSandboxOnly }]) => isSandbox || !isSandboxOnly)
      .map(([path, page]) => ({ path, title: page.title })),
  }));
}

function startContent(reader: Reader): object {
  return {
    preparation: setupCommands(reader),
    journeys: journeys(reader).map((journey) => ({
      ...journey,
      steps: journey.steps.map((step) => ({
        ...step,
        answer: step.answer ?? (step.answeredAs && exampleAnswer(reader.openApi, step.answeredAs)),
      })),
    })),
    inShell: reader.isSandbox ? approveInShell(reader.profile) : undefined,
  };
}
