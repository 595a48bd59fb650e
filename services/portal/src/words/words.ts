import type {
  AccessRight,
  ConsentStatus,
  PaymentProduct,
  PaymentService,
  PsuConsentEvent,
  ScaContent,
} from '@xs2a/contracts';
import type { NoteWord } from '../note.ts';
import type { FormKind } from '../render-page.ts';

/** How a page that ends the way is called. */
export type Ending = 'approved' | 'exempted' | 'declined' | 'notApproved';
/** What went wrong, as the PSU is told. */
export type Trouble =
  | 'linkUnknown'
  | 'linkExpired'
  | 'sessionOver'
  | 'formStale'
  | 'unavailable'
  | 'notFound'
  | 'tooMany'
  | 'inputInvalid'
  | 'fault';

interface Message {
  readonly title: string;
  readonly text: string;
}

/** What is said otherwise for each kind of content. */
export type ByKind<T> = Readonly<Record<ApprovalKind, T>>;
export type ApprovalKind = 'consent' | 'fundsConsent' | 'payment';
/** In which words each kind of content is spoken of. */
export const APPROVAL_KINDS = {
  consent: 'consent',
  fundsConsent: 'fundsConsent',
  payment: 'payment',
  periodicPayment: 'payment',
  bulkPayment: 'payment',
  cancellation: 'payment',
  basket: 'payment',
} as const satisfies Record<ScaContent['kind'], ApprovalKind>;

/** Everything that a page says. A language without a word does not compile. */
export interface Words {
  readonly languageName: string;
  readonly switchLanguage: string;
  readonly skipToContent: string;
  readonly home: string;
  readonly service: string;
  readonly footer: string;
  readonly sandboxFooter: string;
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
  };
  readonly lead: ByKind<(tpp: string) => string> & { readonly signIn: string };
  readonly review: {
    readonly offered: string;
    readonly offeredHint: string;
    readonly heading: Readonly<Record<FormKind, string>>;
    readonly methods: string;
    readonly signInMethods: string;
    readonly methodsHint: string;
    readonly submit: string;
  };
  readonly code: {
    readonly heading: Readonly<Record<FormKind, string>>;
    readonly sentBy: (method: string) => string;
    readonly compare: Readonly<Record<FormKind, string>>;
    readonly label: string;
    readonly digits: (count: number) => string;
    readonly image: string;
    readonly submit: Readonly<Record<FormKind, string>>;
    readonly resend: string;
  };
  readonly cancel: string;
  readonly cancelHint: string;

  readonly summary: {
    readonly title: ByKind<string>;
    readonly requestedBy: string;
    readonly accounts: string;
    readonly noAccounts: string;
    readonly chooseAccounts: string;
    readonly data: string;
    readonly listOnly: string;
    readonly access: string;
    readonly once: string;
    readonly recurring: (timesPerDay: number) => string;
    readonly validUntil: string;
    readonly untilWithdrawn: string;
    readonly allowed: string;
    readonly fundsChecks: string;
    readonly card: string;
    readonly cardInformation: string;
    readonly registrationInformation: string;
    readonly amount: string;
    readonly payee: string;
    readonly payeeAccount: string;
    readonly fromAccount: string;
    readonly remittance: string;
    readonly executionDate: string;
    readonly kind: string;
    readonly signedInAs: string;
  };
  readonly rights: Readonly<Record<AccessRight | 'funds', string>>;
  readonly services: Readonly<Record<PaymentService, string>>;
  readonly products: Readonly<Record<PaymentProduct, string>>;

  readonly notes: Readonly<Record<NoteWord, string>>;
  readonly attemptsLeft: (count: number) => string;
  readonly endings: Readonly<Record<Ending, ByKind<Message>>>;
  readonly goBack: (tpp: string) => string;
  readonly goingBack: (tpp: string) => string;
  readonly mayClose: string;
  readonly troubles: Readonly<Record<Trouble, Message>>;
  readonly tryAgain: string;

  readonly permissions: {
    readonly heading: string;
    readonly lead: string;
    readonly valid: string;
    readonly none: string;
    readonly ended: string;
    readonly noneEnded: string;
    readonly validUntil: string;
    readonly wasValidUntil: string;
    readonly grantedAt: string;
    readonly lastUsed: string;
    readonly neverUsed: string;
    readonly allowed: string;
    readonly uses: string;
    readonly usedTimes: (inAll: number, today: number) => string;
    readonly details: string;
    readonly withdraw: string;
    readonly withdrawHint: string;
    readonly history: string;
    readonly back: string;
    readonly signOut: string;
    readonly statuses: Readonly<Record<ConsentStatus, string>>;
    /** By the event that moved the consent. */
    readonly events: Readonly<Record<string, string>>;
    readonly by: Readonly<Record<PsuConsentEvent['by'], string>>;
  };
  readonly homePage: {
    readonly heading: string;
    readonly text: string;
    readonly points: readonly Message[];
    readonly permissions: Message;
    readonly openPermissions: string;
    readonly sandbox: string;
    readonly sandboxText: string;
    readonly columns: { readonly psuId: string; readonly who: string; readonly inbox: string };
    readonly passwordRule: string;
    readonly openInbox: string;
  };
  readonly inbox: {
    readonly heading: string;
    readonly of: (psuId: string) => string;
    readonly text: string;
    readonly empty: string;
    readonly code: string;
    readonly refresh: string;
  };
  readonly samplePsus: Readonly<Record<SamplePsu, string>>;
}

export type SamplePsu =
  | 'psu-private'
  | 'psu-multi'
  | 'psu-corporate-1'
  | 'psu-corporate-2'
  | 'psu-empty'
  | 'psu-exempt'
  | 'psu-nofactor'
  | 'psu-blocked';
