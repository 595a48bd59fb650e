import type { ScaApproach } from '@xs2a/contracts';
import { IBAN } from '@xs2a/test-system/data/fixtures';

const PARENTS = ['consent', 'fundsConsent', 'payment', 'cancellation', 'basket'] as const;
const FORMS = ['private', 'corporate'] as const;
export const APPROACHES = ['REDIRECT', 'EMBEDDED', 'DECOUPLED'] as const satisfies readonly ScaApproach[];
/** `passkey`: the PSU has several methods and picks its own passkey. */
const METHODS = ['several', 'one', 'none', 'exempt', 'passkey'] as const;
const COURSES = ['success', 'wrongThenRight', 'declined', 'timedOut'] as const;

export type Parent = (typeof PARENTS)[number];
export type Methods = (typeof METHODS)[number];
type Course = (typeof COURSES)[number];

export interface Cell {
  readonly parent: Parent;
  readonly form: (typeof FORMS)[number];
  readonly approach: ScaApproach;
  readonly methods: Methods;
  readonly course: Course;
}

/** Impossible cells, with the reason. */
export const LEFT_OUT: readonly { readonly why: string; readonly when: (cell: Cell) => boolean }[] = [
  {
    why: 'the company of the sandbox has two signers with a telephone and one device each',
    when: ({ form, methods, approach }) =>
      form === 'corporate' && methods !== (approach === 'DECOUPLED' ? 'one' : 'several'),
  },
  {
    why: 'a PSU without any method has failed as soon as it is known: there is one course',
    when: ({ methods, course }) => methods === 'none' && course !== 'success',
  },
  {
    why: 'exempted are transfers between own accounts alone (RTS 2018/389, Art. 15)',
    when: ({ methods, parent }) => methods === 'exempt' && parent !== 'payment',
  },
  {
    why: 'an exemption follows the password: nothing is left to be declined or waited for, and a device alone has none',
    when: ({ methods, course, approach }) =>
      methods === 'exempt' && (course === 'declined' || course === 'timedOut' || approach === 'DECOUPLED'),
  },
  {
    why: 'a passkey answers a page, never beside a device that is asked at once',
    when: ({ methods, approach }) => methods === 'passkey' && approach === 'DECOUPLED',
  },
  {
    why: 'a device is answered with yes or no: nothing wrong can be typed',
    when: ({ approach, course }) => approach === 'DECOUPLED' && course === 'wrongThenRight',
  },
  {
    why: 'a code is not declined through the TPP: a PSU that wants none walks away',
    when: ({ approach, methods, course }) => approach === 'EMBEDDED' && methods === 'one' && course === 'declined',
  },
];

export function allCells(): Cell[] {
  return PARENTS.flatMap((parent) =>
    FORMS.flatMap((form) =>
      APPROACHES.flatMap((approach) =>
        METHODS.flatMap((methods) => COURSES.map((course) => ({ parent, form, approach, methods, course }))),
      ),
    ),
  );
}

export function cellsOf(approach: ScaApproach): Cell[] {
  return allCells().filter((cell) => cell.approach === approach && !LEFT_OUT.some(({ when }) => when(cell)));
}

/** Signers and their account. */
export interface Signers {
  readonly psuIds: readonly string[];
  readonly iban: string;
  readonly creditor?: string;
}

const PRIVATE: Signers = { psuIds: ['psu-private'], iban: IBAN.private };
const MULTI: Signers = { psuIds: ['psu-multi'], iban: IBAN.multi };
/** Has only a device (see matrix.test.ts). */
const EMPTY: Signers = { psuIds: ['psu-empty'], iban: IBAN.empty };
const NO_FACTOR: Signers = { psuIds: ['psu-nofactor'], iban: IBAN.private };
const EXEMPT: Signers = {
  psuIds: ['psu-exempt'],
  iban: 'HR5899900051500000010',
  creditor: 'HR1099900051600000017',
};
const COMPANY: Signers = { psuIds: ['psu-corporate-1', 'psu-corporate-2'], iban: IBAN.corporate };

const SIGNERS: Record<Methods, (approach: ScaApproach) => Signers> = {
  several: () => PRIVATE,
  one: (approach) => (approach === 'DECOUPLED' ? EMPTY : MULTI),
  // psu-multi has no device, and thus no method for the decoupled approach.
  none: (approach) => (approach === 'DECOUPLED' ? MULTI : NO_FACTOR),
  exempt: () => EXEMPT,
  passkey: () => PRIVATE,
};

export function signersOf({ form, methods, approach }: Cell): Signers {
  return form === 'corporate' ? COMPANY : SIGNERS[methods](approach);
}

/** Statuses of a parent: while waiting, after the first of two approvals, approved, and refused. */
export const STATUSES: Record<Parent, Record<'waiting' | 'partly' | 'approved' | 'refused', string>> = {
  consent: { waiting: 'received', partly: 'partiallyAuthorised', approved: 'valid', refused: 'rejected' },
  fundsConsent: { waiting: 'received', partly: 'partiallyAuthorised', approved: 'valid', refused: 'rejected' },
  payment: { waiting: 'RCVD', partly: 'PATC', approved: 'ACCP', refused: 'RJCT' },
  // Status of the payment, which stays the same until all have approved its cancellation.
  cancellation: { waiting: 'ACCP', partly: 'ACCP', approved: 'CANC', refused: 'ACCP' },
  basket: { waiting: 'RCVD', partly: 'PATC', approved: 'ACTC', refused: 'RJCT' },
};

const EXPLICIT = ['startAuthorisation', 'self', 'status'];

/** Returns the links in the answer that creates the parent (decision 20; for a cancellation, decision 16). */
export function creationLinksOf({ parent, form, approach }: Cell): string[] {
  switch (approach) {
    case 'REDIRECT':
      return form === 'private' && parent !== 'cancellation' && parent !== 'basket'
        ? ['scaRedirect', 'self', 'status', 'scaStatus']
        : EXPLICIT;
    case 'EMBEDDED':
      return [
        'startAuthorisationWithPsuAuthentication',
        // Not with an encrypted password (decision 14).
        ...(parent === 'cancellation' ? [] : ['startAuthorisationWithEncryptedPsuAuthentication']),
        'self',
        'status',
      ];
    case 'DECOUPLED':
      return [
        'startAuthorisationWithPsuIdentification',
        // As the Croatian profile spells it (decision 14).
        'startAuthorisationWithPsuIdentfication',
        'self',
        'status',
      ];
  }
}

/** Answer to the start of an authorisation, with the first input that the approach lets the TPP send (5.4). */
export const STARTED: Record<ScaApproach, Record<Methods, { scaStatus: string; links: string[] }>> = {
  REDIRECT: {
    several: { scaStatus: 'received', links: ['scaRedirect', 'scaStatus'] },
    one: { scaStatus: 'received', links: ['scaRedirect', 'scaStatus'] },
    none: { scaStatus: 'received', links: ['scaRedirect', 'scaStatus'] },
    exempt: { scaStatus: 'received', links: ['scaRedirect', 'scaStatus'] },
    passkey: { scaStatus: 'received', links: ['scaRedirect', 'scaStatus'] },
  },
  EMBEDDED: {
    several: { scaStatus: 'psuAuthenticated', links: ['selectAuthenticationMethod', 'scaStatus'] },
    one: { scaStatus: 'scaMethodSelected', links: ['authoriseTransaction', 'scaStatus'] },
    none: { scaStatus: 'failed', links: ['scaStatus'] },
    exempt: { scaStatus: 'exempted', links: ['scaStatus'] },
    passkey: { scaStatus: 'psuAuthenticated', links: ['selectAuthenticationMethod', 'scaStatus'] },
  },
  // The same for every PSU, as nothing is disclosed before the password (decision 38).
  DECOUPLED: {
    several: { scaStatus: 'started', links: ['scaStatus'] },
    one: { scaStatus: 'started', links: ['scaStatus'] },
    none: { scaStatus: 'started', links: ['scaStatus'] },
    exempt: { scaStatus: 'started', links: ['scaStatus'] },
    passkey: { scaStatus: 'started', links: ['scaStatus'] },
  },
};

/** Returns the outcome of an authorisation. */
export function outcomeOf({ methods, course }: Cell): 'finalised' | 'exempted' | 'failed' {
  if (methods === 'none' || course === 'declined' || course === 'timedOut') return 'failed';
  return methods === 'exempt' ? 'exempted' : 'finalised';
}
