import type { ScaApproach, ScaStatus } from '@xs2a/contracts';
import type { Language } from '../challenges/challenge-message.ts';
import type { Authorisation } from '../model/authorisation.ts';

type Message = (method: string) => string;

/** What the TPP shows to the PSU, by how far its authorisation is (IG 1.3.12, psuMessage). */
const MESSAGES: Record<Language, Record<ScaStatus, Message>> = {
  hr: {
    received: () => 'Prijavite se svojim korisničkim imenom kod banke.',
    psuIdentified: () => 'Unesite lozinku koju koristite kod banke.',
    psuAuthenticated: () => 'Odaberite kako ćete odobriti zahtjev.',
    scaMethodSelected: (method) => `Unesite kod koji ste dobili: ${method}.`,
    started: (method) => `Odobrite zahtjev na svojem uređaju: ${method}.`,
    unconfirmed: () => 'Odobrili ste zahtjev; čeka se potvrda pružatelja usluge.',
    finalised: () => 'Zahtjev je odobren.',
    exempted: () => 'Zahtjev je prihvaćen bez dodatne potvrde.',
    failed: () => 'Zahtjev nije odobren.',
  },
  en: {
    received: () => 'Sign in with your user name at the bank.',
    psuIdentified: () => 'Enter the password that you use at the bank.',
    psuAuthenticated: () => 'Choose how to approve the request.',
    scaMethodSelected: (method) => `Enter the code that you were sent: ${method}.`,
    started: (method) => `Approve the request on your device: ${method}.`,
    unconfirmed: () => 'You approved the request; the provider has yet to confirm it.',
    finalised: () => 'The request is approved.',
    exempted: () => 'The request is accepted without a further check.',
    failed: () => 'The request was not approved.',
  },
};

/** No code was sent: the PSU's own app shows it. */
const FROM_APP: Record<Language, string> = {
  hr: 'Unesite kod iz svoje aplikacije za autentifikaciju.',
  en: 'Enter the code from your authenticator app.',
};

/** Where the PSU is at the bank's own page, or chooses its device, the step in between is not the TPP's to explain. */
const INSTEAD: Partial<Record<ScaApproach, { open: readonly ScaStatus[]; say: Record<Language, string> }>> = {
  REDIRECT: {
    open: ['received', 'psuIdentified', 'psuAuthenticated', 'scaMethodSelected', 'started'],
    say: { hr: 'Odobrite zahtjev na stranicama banke.', en: 'Approve the request on the pages of the bank.' },
  },
  DECOUPLED: {
    open: ['psuIdentified', 'psuAuthenticated'],
    say: { hr: 'Odaberite uređaj na kojem ćete odobriti zahtjev.', en: 'Choose the device to approve the request on.' },
  },
};

/** Which input was wrong is not told (RTS 2018/389 Art. 4 (3) a), what one more leads to is (Art. 4 (4)). */
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

/** Statuses in which the PSU's input comes through the TPP. */
const TAKES_INPUT: readonly ScaStatus[] = ['received', 'psuIdentified', 'scaMethodSelected'];

type Said = Pick<Authorisation, 'scaApproach' | 'scaStatus' | 'chosenScaMethod' | 'attemptsLeft'>;

export function psuMessageOf(authorisation: Said, language: Language): string {
  const { scaApproach, scaStatus, attemptsLeft } = authorisation;
  const instead = INSTEAD[scaApproach];
  if (instead?.open.includes(scaStatus)) return instead.say[language];
  if (attemptsLeft === undefined) return stepOf(authorisation, language);
  const left = ATTEMPTS_LEFT[language];
  if (scaStatus === 'failed' && attemptsLeft <= 0) return left.failed;
  if (!TAKES_INPUT.includes(scaStatus)) return stepOf(authorisation, language);
  const warning = attemptsLeft <= 0 ? left.none : attemptsLeft === 1 ? left.last : left.few(attemptsLeft);
  return `${stepOf(authorisation, language)} ${warning}`;
}

function stepOf({ scaStatus, chosenScaMethod }: Said, language: Language): string {
  if (scaStatus === 'scaMethodSelected' && chosenScaMethod?.authenticationType === 'TOTP') return FROM_APP[language];
  return MESSAGES[language][scaStatus](chosenScaMethod?.name ?? '');
}
