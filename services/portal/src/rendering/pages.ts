import type { OwnFactor } from '@xs2a/contracts';
import type { ProofWords } from '../words/approval-words.ts';
import type { CodeSource } from '../words/code-words.ts';
import type { Permission, Shown } from './permission.ts';
import type { Fact, Summary } from './summary.ts';

/** A page by its name, with its content. */
export type Page = { [Name in keyof Pages]: { name: Name; page: Pages[Name] } }[keyof Pages];

/** The message above a form. */
export interface Notice {
  readonly text: string;
  readonly isProblem: boolean;
  /** Whether the input is the problem: its fields are then marked. */
  readonly isOfInput: boolean;
}

/** A page of an approval, or of the sign-in to the permissions. */
interface FormPage {
  /** Absent at the sign-in, which approves nothing. */
  readonly summary?: Summary;
  /** A sign-in for a TPP that asks who its user is, instead of one that shows the permissions. */
  readonly isForTpp?: true;
  readonly says: ProofWords;
  readonly lead: string;
  readonly declineHint?: string;
  /** Path below which the forms are submitted. */
  readonly action: string;
  readonly token: string;
  /** The signed-in PSU. The form is valid for this PSU alone. */
  readonly shownTo?: string;
  readonly notice?: Notice;
}

/** Accounts to choose from, if the choice is the PSU's; `paysFrom`: one of them, which pays the order. */
type OfferedAccounts = readonly { readonly key: string; readonly name: string; readonly id: string }[];

/** A page of a signed-in PSU. */
interface SignedInPage {
  readonly action: string;
  readonly token: string;
  readonly notice?: Notice;
}

/** The content of each page. */
export interface Pages {
  'sign-in': FormPage & {
    /** Previous input. */
    readonly psuId?: string;
    /** The link as a QR code for a phone. */
    readonly phonePicture?: string;
  };
  /** Replaces the sign-in form if PSUs sign in at the bank's identity provider. */
  'bank-sign-in': FormPage & { readonly phonePicture?: string; readonly signInHref: string };
  /** For a PSU who has entered the password at the TPP. */
  continuation: FormPage;
  review: FormPage & {
    readonly methods: readonly { readonly id: string; readonly name: string; readonly how: string }[];
    readonly offered: OfferedAccounts;
    readonly paysFrom?: boolean;
  };
  /** Replaces the review page if the sign-in at the bank was both factors. */
  approve: FormPage & { readonly offered: OfferedAccounts; readonly paysFrom?: boolean };
  code: FormPage & {
    readonly method: { readonly id: string; readonly name: string };
    readonly information?: string;
    readonly image?: string;
    readonly codeLengthMax?: number;
    readonly isNumeric: boolean;
    readonly source: CodeSource;
    /** The page where another method is chosen, if there is one. */
    readonly otherWay?: string;
  };
  passkey: FormPage & {
    readonly method: { readonly name: string };
    /** The request of the script to the passkey, as JSON. */
    readonly order: string;
    readonly otherWay: string;
  };
  device: FormPage & {
    readonly method: { readonly name: string };
    readonly information?: string;
    /** This page, and the page where another method is chosen. */
    readonly here: string;
    readonly otherWay: string;
  };
  result: {
    readonly title: string;
    readonly text: string;
    readonly detail?: string;
    readonly isApproved: boolean;
    /** Consequence of a completed approval. */
    readonly next?: string;
    /** Link to the page where a granted consent can be seen and withdrawn. */
    readonly permissionsHref?: string;
    /** Reference by which the bank finds the approval. */
    readonly reference: string;
    readonly summary: Summary;
    readonly tppName: string;
    readonly returnUri?: string;
  };
  permissions: {
    readonly psuName: string;
    /** Words contained in the permissions shown; empty without a search. */
    readonly search: string;
    readonly mayBeSearched: boolean;
    readonly valid: Shown;
    readonly ended: Shown;
    /** The standing orders; undefined if the bank offers none through TPPs, or payments is unavailable. */
    readonly orders?: { readonly active: Shown; readonly ended: Shown };
    readonly ordersUnavailable?: true;
    /** The page of passkeys and authenticator app, if the bank offers any. */
    readonly factorsHref?: string;
    readonly action: string;
    readonly token: string;
    readonly notice?: Notice;
  };
  /** The question whether a TPP may learn who has signed in. */
  'tell-tpp': SignedInPage & { readonly lead: string; readonly declineHint: string };
  factors: SignedInPage & {
    readonly psuName: string;
    readonly back: string;
    readonly mayAdd: boolean;
    readonly kinds: readonly {
      readonly name: OwnFactor;
      readonly mayAdd: boolean;
      readonly factors: readonly { readonly id?: string; readonly name: string; readonly facts: readonly Fact[] }[];
    }[];
  };
  'add-passkey': SignedInPage & { readonly order: string };
  /** The secret in groups of four, and the app's link as a QR code. */
  'add-totp': SignedInPage & { readonly secret: string; readonly picture: string };
  permission: SignedInPage &
    Permission & {
      readonly psuName: string;
      /** Reads on each of the last days; absent if nothing can be read. */
      readonly accesses?: readonly { readonly day: string; readonly what: readonly string[] }[];
    };
  /** The question before a permission is withdrawn. */
  withdrawal: SignedInPage & Permission & { readonly psuName: string };
  error: {
    readonly title: string;
    readonly text: string;
    readonly retryHref?: string;
    readonly wayBack?: WayBack;
  };
  /** `more` is HTML that an extension adds. */
  home: { readonly more: string };
}

/** The return to the TPP. */
export interface WayBack {
  readonly tppName: string;
  readonly returnUri: string;
}
