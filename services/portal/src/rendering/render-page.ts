import { fileURLToPath } from 'node:url';
import type { AspspProfile, OwnFactor } from '@xs2a/contracts';
import { Eta } from 'eta';
import type { Permission } from '../permissions/describe-permission.ts';
import type { WayBack } from '../visits/page-error.ts';
import type { Visitor } from '../visits/visitor.ts';
import type { ProofWords } from '../words/approval-words.ts';
import type { Fact, Summary } from './summary.ts';

/** What a message above a form says; a problem is bound to the field it is about. */
export interface Notice {
  readonly text: string;
  readonly isProblem: boolean;
  /** Whether what was typed is the problem, so that its fields are marked. */
  readonly isOfInput: boolean;
}

/** Signing in has no summary: nothing is approved by it. */
interface FormPage {
  readonly summary?: Summary;
  readonly says: ProofWords;
  readonly lead: string;
  readonly declineHint?: string;
  /** Path below which the forms are sent. */
  readonly action: string;
  readonly token: string;
  readonly notice?: Notice;
}

/** A page of who is signed in, with forms of its own. */
interface OwnPage {
  readonly action: string;
  readonly token: string;
  readonly notice?: Notice;
}

/** What each page is made of. */
export interface Pages {
  'sign-in': FormPage & {
    /** The link as a picture for a telephone. */
    readonly phonePicture?: string;
  };
  /** Who comes from its TPP, having shown the password there. */
  continuation: FormPage;
  review: FormPage & {
    readonly methods: readonly { readonly id: string; readonly name: string; readonly how: string }[];
    /** Accounts to choose from, where the choice is the PSU's. */
    readonly offered: readonly { readonly key: string; readonly name: string; readonly id: string }[];
  };
  code: FormPage & {
    readonly method: { readonly id: string; readonly name: string };
    readonly information?: string;
    readonly image?: string;
    readonly codeLengthMax?: number;
    /** Nothing was sent: an app of the PSU's shows the code. */
    readonly isFromApp: boolean;
    /** The page on which another method is chosen, where there is one. */
    readonly otherWay?: string;
  };
  passkey: FormPage & {
    readonly method: { readonly name: string };
    /** What the script of the page asks the passkey, as JSON. */
    readonly order: string;
    readonly otherWay: string;
  };
  device: FormPage & {
    readonly method: { readonly name: string };
    readonly information?: string;
    /** This page, and the one on which another method is chosen. */
    readonly here: string;
    readonly otherWay: string;
  };
  result: {
    readonly title: string;
    readonly text: string;
    readonly detail?: string;
    readonly isApproved: boolean;
    readonly summary: Summary;
    readonly tppName: string;
    readonly returnUri?: string;
  };
  permissions: {
    readonly psuName: string;
    readonly valid: readonly Permission[];
    readonly ended: readonly Permission[];
    /** Where the PSU's own factors are kept, if the bank offers any. */
    readonly factorsHref?: string;
    readonly action: string;
    readonly token: string;
    readonly notice?: Notice;
  };
  factors: OwnPage & {
    readonly psuName: string;
    readonly back: string;
    readonly mayAdd: boolean;
    readonly kinds: readonly {
      readonly name: OwnFactor;
      readonly mayAdd: boolean;
      readonly factors: readonly { readonly id?: string; readonly name: string; readonly facts: readonly Fact[] }[];
    }[];
  };
  'add-passkey': OwnPage & { readonly order: string };
  /** The secret in groups to be typed, and the app's link as a picture. */
  'add-totp': OwnPage & { readonly secret: string; readonly picture: string };
  permission: Permission & {
    readonly psuName: string;
    readonly action: string;
    readonly token: string;
    readonly notice?: Notice;
  };
  error: {
    readonly title: string;
    readonly text: string;
    readonly retryHref?: string;
    readonly wayBack?: WayBack;
  };
  home: {
    readonly samples: readonly {
      readonly psuId: string;
      readonly who: string;
      readonly inboxHref: string;
      readonly deviceHref?: string;
    }[];
  };
  'sandbox-device': {
    readonly psuId: string;
    readonly prompts: readonly { readonly at: string; readonly text: string; readonly action: string }[];
    readonly inboxHref: string;
    readonly action: string;
    readonly token: string;
    readonly notice?: Notice;
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

const eta = new Eta({
  views: fileURLToPath(new URL('../../pages', import.meta.url)),
  autoEscape: true,
  cache: true,
});

/** A page as HTML. Whatever comes from outside is shown as text. */
export function renderPage<Name extends keyof Pages>(
  name: Name,
  page: Pages[Name],
  visitor: Visitor,
  room: { readonly profile: Pick<AspspProfile, 'aspspName'>; readonly isSandbox: boolean },
): string {
  const { language, words, languageLinks, state } = visitor;
  return eta.render(name, {
    ...page,
    language,
    words,
    languageLinks,
    state,
    bankName: room.profile.aspspName,
    isSandbox: room.isSandbox,
  });
}
