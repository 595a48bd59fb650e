import type { AccessRight, ScaMethod } from '@xs2a/contracts';
import type { Approvals, Message, ProofWords } from './approval-words.ts';
import type { CodeWords } from './code-words.ts';
import type { FactorWords } from './factor-words.ts';
import type { NoteWord } from './note-word.ts';
import type { OrderWords } from './order-words.ts';
import type { PermissionWords } from './permission-words.ts';

/** Errors with a separate text. */
export type PageErrorKind =
  | 'linkUnknown'
  | 'linkExpired'
  | 'sessionOver'
  | 'formStale'
  | 'unavailable'
  | 'bankSignInOver'
  | 'notFound'
  | 'tooMany'
  | 'inputInvalid'
  | 'fault';

/** All texts of the pages. A language that lacks a text does not compile. */
export interface Words {
  readonly languageName: string;
  readonly switchLanguage: string;
  readonly skipToContent: string;
  readonly home: string;
  readonly service: string;
  readonly footer: string;
  readonly titleProblem: string;
  readonly steps: { readonly label: string; readonly signIn: string; readonly review: string; readonly code: string };
  readonly stepDone: string;

  readonly signIn: {
    readonly heading: string;
    readonly psuId: string;
    readonly password: string;
    readonly corporate: string;
    readonly corporateId: string;
    readonly corporateHint: string;
    readonly submit: string;
    readonly trust: string;
    readonly permissionsHeading: string;
    readonly permissionsTrust: string;
    readonly leave: string;
    readonly proof: ProofWords;
    readonly permissionsLead: string;
    /** For a TPP that asks who its user is. */
    readonly tellTppLead: (tpp: string) => string;
    /** Where PSUs sign in at the bank's identity provider. */
    readonly atBank: (bank: string) => string;
    readonly atBankSubmit: string;
    readonly atBankTrust: string;
    readonly phone: string;
    readonly phoneHint: string;
    readonly phoneCode: string;
  };
  /** For a PSU who has entered the password at the TPP. */
  /** The question of a signed-in PSU whether its TPP may know who it is (OAuth). */
  readonly tellTpp: {
    readonly heading: string;
    readonly lead: (tpp: string, psu: string) => string;
    readonly text: string;
    readonly submit: string;
    readonly declineHint: string;
  };
  readonly continuation: { readonly heading: string; readonly text: string; readonly submit: string };
  readonly approvals: Approvals;
  readonly orders: OrderWords;
  readonly review: {
    readonly offered: string;
    readonly offeredHint: string;
    readonly payingAccount: string;
    readonly payingAccountHint: string;
    readonly methods: string;
    readonly signInMethods: string;
    readonly methodsHint: string;
    readonly signInMethodsHint: string;
    readonly methodTypes: Readonly<Record<ScaMethod['authenticationType'], string>>;
    readonly verifiedByBank: string;
    readonly submit: string;
  };
  readonly code: CodeWords;
  readonly device: {
    readonly heading: string;
    readonly asked: (method: string) => string;
    readonly compare: string;
    readonly waits: string;
    readonly look: string;
    readonly other: string;
  };
  readonly cancel: string;

  readonly summary: {
    readonly requestedBy: string;
    readonly accounts: string;
    readonly noAccounts: string;
    readonly chooseAccounts: string;
    readonly data: string;
    readonly listOnly: string;
    readonly access: string;
    readonly once: string;
    readonly recurring: (timesPerDay: number) => string;
    /** With `until` or `untilWithdrawn` as its value. */
    readonly valid: string;
    readonly until: (date: string) => string;
    readonly untilWithdrawn: string;
    /** A payment may follow without another sign-in (decision 80). */
    readonly session: string;
    readonly paymentMayFollow: string;
    readonly allowed: string;
    readonly fundsChecks: string;
    readonly card: string;
    readonly cardInformation: string;
    readonly registrationInformation: string;
    readonly signedInAs: string;
    /** Unfolds the hidden details of a summary. */
    readonly details: string;
  };
  /** On one account. */
  readonly rights: Readonly<Record<AccessRight | 'ownerName' | 'funds', string>>;
  /** On several accounts, within a sentence. */
  readonly rightsOnAccounts: Readonly<Record<AccessRight | 'ownerName', string>>;

  readonly notes: Readonly<Record<NoteWord, string>>;
  readonly attemptsLeft: (count: number) => string;
  readonly goBack: (tpp: string) => string;
  readonly goingBack: (tpp: string) => string;
  readonly mayClose: string;
  /** Heading above the consequences of an approval. */
  readonly next: string;
  readonly reference: string;
  readonly errors: Readonly<Record<PageErrorKind, Message>>;
  readonly tryAgain: string;

  readonly permissions: PermissionWords;
  readonly factors: FactorWords;
  readonly homePage: {
    readonly heading: string;
    readonly text: string;
    readonly points: readonly Message[];
    readonly permissions: Message;
    readonly openPermissions: string;
  };
}
