import { type Language, REDIRECT_MESSAGES } from '@xs2a/approvals';
import type { AspspProfile, ScaApproach, ScaStatus } from '@xs2a/contracts';
import type { Clock } from '@xs2a/service-kit';
import { type Authorisation, hasAuthenticated, hasTimedOut, lacksMethod } from '../model/authorisation.ts';
import { mayChangeMethod } from '../model/change-of-method.ts';

type Message = (method: string) => string;

/** Message for the PSU in each scaStatus (NextGenPSD2 Implementation Guidelines, psuMessage). */
const MESSAGES: Record<Language, Record<ScaStatus, Message>> = {
  hr: {
    received: () => 'Prijavite se korisničkom oznakom koju imate kod banke.',
    psuIdentified: () => 'Upišite lozinku koju imate kod banke.',
    psuAuthenticated: () => 'Odaberite kako ćete odobriti zahtjev.',
    scaMethodSelected: (method) => `Upišite kod koji ste primili: ${method}.`,
    started: (method) => `Odobrite zahtjev na svojem uređaju: ${method}.`,
    unconfirmed: () => 'Odobrili ste zahtjev; čeka se potvrda pružatelja usluge.',
    finalised: () => 'Zahtjev je odobren.',
    exempted: () => 'Zahtjev je prihvaćen bez dodatne potvrde.',
    failed: () => 'Zahtjev nije odobren.',
  },
  en: {
    received: () => 'Sign in with your user ID at the bank.',
    psuIdentified: () => 'Enter your password at the bank.',
    psuAuthenticated: () => 'Choose how to approve the request.',
    scaMethodSelected: (method) => `Enter the code that you were sent: ${method}.`,
    started: (method) => `Approve the request on your device: ${method}.`,
    unconfirmed: () => 'You approved the request; the provider has yet to confirm it.',
    finalised: () => 'The request is approved.',
    exempted: () => 'The request is accepted without a further check.',
    failed: () => 'The request was not approved.',
  },
};

/** A TOTP code is not sent: the PSU's app shows it. */
const FROM_APP: Record<Language, string> = {
  hr: 'Upišite kod iz svoje aplikacije za autentifikaciju.',
  en: 'Enter the code from your authenticator app.',
};

/** Names no device: the TPP that named the PSU must learn nothing of its devices. */
const ON_SOME_DEVICE: Record<Language, string> = {
  hr: 'Odobrite zahtjev na svojem uređaju.',
  en: 'Approve the request on your device.',
};

/** Replaces the message for steps that the TPP does not guide: those on the bank's page, and the choice of a device. */
const INSTEAD: Partial<
  Record<ScaApproach, { open: readonly ScaStatus[]; messages: Readonly<Record<Language, string>> }>
> = {
  REDIRECT: {
    open: ['received', 'psuIdentified', 'psuAuthenticated', 'scaMethodSelected', 'started'],
    messages: REDIRECT_MESSAGES,
  },
  DECOUPLED: {
    open: ['psuIdentified', 'psuAuthenticated'],
    messages: {
      hr: 'Odaberite uređaj na kojem ćete odobriti zahtjev.',
      en: 'Choose the device to approve the request on.',
    },
  },
};

/** Does not say which input was wrong (RTS 2018/389, Art. 4(3)(a)), but warns before the last attempt (Art. 4(4)). */
const ATTEMPTS_LEFT: Record<Language, { few: (count: number) => string; last: string; none: string; failed: string }> =
  {
    hr: {
      few: (count) => `Broj preostalih pokušaja: ${count}.`,
      last: 'Preostao je još jedan pokušaj: još jedan pogrešan unos prekida odobravanje.',
      none: 'Previše pogrešnih unosa: pokušajte ponovno za nekoliko minuta.',
      failed: 'Zahtjev nije odobren: bilo je previše pogrešnih unosa.',
    },
    en: {
      few: (count) => `You have ${count} attempts left.`,
      last: 'You have one attempt left: one more wrong entry ends the approval.',
      none: 'Too many wrong entries: please try again in some minutes.',
      failed: 'The request was not approved: there were too many wrong entries.',
    },
  };

/** Replaces the message of `failed` when the PSU has already approved and others still must. */
const SIGNED_ALREADY: Record<Language, string> = {
  hr: 'Već ste odobrili ovaj zahtjev. Drugi put se ne broji.',
  en: 'You have already approved this request. A second time does not count.',
};

/** Replaces the message of `failed` when the PSU can remedy the failure. */
const FAILED_FOR: Record<Language, Record<'noMethod' | 'noDevice' | 'time', string>> = {
  hr: {
    noMethod: 'Zahtjev nije odobren: nemate način odobravanja koji se za njega može koristiti. Obratite se banci.',
    noDevice: 'Zahtjev nije odobren: nemate uređaj na kojem se može odobriti. Obratite se banci.',
    time: 'Zahtjev nije odobren na vrijeme.',
  },
  en: {
    noMethod: 'The request was not approved: you have no method that can approve it. Please contact your bank.',
    noDevice: 'The request was not approved: you have no device to approve it on. Please contact your bank.',
    time: 'The request was not approved in time.',
  },
};

/** Replaces the request for a code that has expired: another one can be sent, or the approval starts again. */
const CODE_EXPIRED: Record<Language, Record<'again' | 'over', string>> = {
  hr: { again: 'Kod je istekao. Zatražite novi.', over: 'Kod je istekao. Pokrenite odobravanje ponovno.' },
  en: {
    again: 'The code has expired. Please request a new one.',
    over: 'The code has expired. Please start the approval again.',
  },
};

/** Statuses in which the PSU's input comes through the TPP. */
const TAKES_INPUT: readonly ScaStatus[] = ['received', 'psuIdentified', 'scaMethodSelected'];

type Described = Pick<
  Authorisation,
  'scaApproach' | 'scaStatus' | 'chosenScaMethod' | 'attemptsLeft' | 'signedAlready'
> &
  Partial<Pick<Authorisation, 'history' | 'scaMethods' | 'methodsToChoose' | 'openUntil' | 'challenge'>>;

/** The psuMessage of an authorisation. */
export function psuMessageOf(
  { profile, now }: { readonly profile: Pick<AspspProfile, 'methodMayChange'>; readonly now: Clock },
  authorisation: Described,
  language: Language,
): string {
  const { scaApproach, scaStatus, attemptsLeft, signedAlready, methodsToChoose } = authorisation;
  if (signedAlready) return SIGNED_ALREADY[language];
  if (methodsToChoose !== undefined && TAKES_INPUT.includes(scaStatus)) return MESSAGES[language].psuAuthenticated('');
  const instead = INSTEAD[scaApproach];
  if (instead?.open.includes(scaStatus)) return instead.messages[language];
  if (isCodeExpired(authorisation, now()))
    return CODE_EXPIRED[language][mayChangeMethod({ profile }, { history: [], ...authorisation }) ? 'again' : 'over'];
  if (attemptsLeft === undefined) return messageOfStep(authorisation, language);
  const left = ATTEMPTS_LEFT[language];
  if (scaStatus === 'failed' && attemptsLeft <= 0) return left.failed;
  if (!TAKES_INPUT.includes(scaStatus)) return messageOfStep(authorisation, language);
  const warning = attemptsLeft <= 0 ? left.none : attemptsLeft === 1 ? left.last : left.few(attemptsLeft);
  return `${messageOfStep(authorisation, language)} ${warning}`;
}

function isCodeExpired({ scaStatus, challenge }: Described, at: Date): boolean {
  return scaStatus === 'scaMethodSelected' && challenge !== undefined && challenge.until <= at;
}

function messageOfStep(described: Described, language: Language): string {
  const { scaStatus, scaApproach, scaMethods, chosenScaMethod, openUntil, history = [] } = described;
  if (lacksMethod({ scaStatus, scaMethods }))
    return FAILED_FOR[language][scaApproach === 'DECOUPLED' ? 'noDevice' : 'noMethod'];
  if (openUntil !== undefined && hasTimedOut({ scaStatus, openUntil, history })) return FAILED_FOR[language].time;
  if (scaStatus === 'started' && !hasAuthenticated({ history })) return ON_SOME_DEVICE[language];
  if (scaStatus === 'scaMethodSelected' && chosenScaMethod?.authenticationType === 'TOTP') return FROM_APP[language];
  return MESSAGES[language][scaStatus](chosenScaMethod?.name ?? '');
}
