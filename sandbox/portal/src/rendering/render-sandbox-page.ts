import { fileURLToPath } from 'node:url';
import type { RecordedExchange, RecordedRequest, Workspace } from '@xs2a/contracts';
import {
  type Notice,
  type PortalContext,
  renderTemplate,
  templatesIn,
  type Visit,
  type Visitor,
  WORDS,
} from '@xs2a/portal/extension';
import { SANDBOX_WORDS } from '../words/languages.ts';

export const TEMPLATES = templatesIn(fileURLToPath(new URL('../../pages', import.meta.url)));
/** Pages for developers are in English, as all of their documentation. */
export const DEVELOPER: Visitor = { language: 'en', words: WORDS.en, languageLinks: [] };

/** The content of each page that only the sandbox has. */
interface SandboxPages {
  'sandbox-device': {
    readonly psuId: string;
    readonly prompts: readonly { readonly at: string; readonly text: string; readonly action: string }[];
    readonly inboxHref: string;
    readonly action: string;
    readonly token: string;
    readonly notice?: Notice;
  };
  /** The registration of a developer. */
  'workspace-start': { readonly action: string; readonly token: string; readonly notice?: Notice };
  workspace: {
    readonly workspace: Workspace;
    readonly key: string;
    readonly firstIban: string;
    readonly action: string;
    readonly token: string;
    readonly notice?: Notice;
  };
  /** Requests of a developer's TPP. */
  requests: {
    readonly requests: readonly RecordedRequest[];
    readonly search: string;
    readonly updatedBy: 'script' | 'reloading' | undefined;
    readonly action: string;
    readonly back: string;
    readonly liveHref: string;
    readonly olderHref?: string;
  };
  request: {
    readonly exchange: RecordedExchange;
    /** Events that it caused in other places. */
    readonly events: readonly { readonly at: string; readonly where: string; readonly what: string }[];
    readonly back: string;
  };
  /** Where the browser returns to a TPP that has no page of its own. */
  'tpp-return': {
    readonly isDeclined: boolean;
    readonly parameters: readonly { readonly name: string; readonly value: string }[];
    readonly hasState: boolean;
    readonly hasCode: boolean;
  };
  notifications: {
    readonly address: string;
    readonly notifications: readonly {
      readonly at: string;
      readonly requestId: string | undefined;
      readonly statusField: string | undefined;
      readonly status: string | undefined;
      readonly resourceField: string | undefined;
      readonly resource: string | undefined;
      readonly text: string;
    }[];
  };
  inbox: {
    readonly psuId: string;
    readonly deviceHref: string;
    readonly messages: readonly {
      readonly at: string;
      readonly channel: string;
      readonly text: string;
      readonly code: string;
    }[];
  };
}

export function renderSandboxPage<Name extends keyof SandboxPages>(
  name: Name,
  page: SandboxPages[Name],
  visitor: Visitor,
  context: PortalContext,
): string {
  return renderTemplate(TEMPLATES, name, { ...page, sandbox: SANDBOX_WORDS[visitor.language] }, visitor, context);
}

export function sendSandboxPage<Name extends keyof SandboxPages>(
  { response, visitor, context }: Visit,
  name: Name,
  page: SandboxPages[Name],
): void {
  response.type('html').send(renderSandboxPage(name, page, visitor, context));
}
