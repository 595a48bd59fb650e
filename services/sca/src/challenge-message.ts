import type { AccountReference, ScaContent, ScaContentOf } from '@xs2a/contracts';

export type Language = 'hr' | 'en';

const ENDINGS_MAX = 3;

/** What is said of each kind of content. */
type Messages = { [Kind in ScaContent['kind']]: (content: ScaContentOf<Kind>, tppName: string) => string };

/** An account as it may stand in a message to a telephone: its last four characters. */
function ending(identifier: string | undefined): string {
  return `…${(identifier ?? '').slice(-4)}`;
}

/** `2027-05-20` as 20.5.2027. */
function croatianDate(day: string): string {
  return day.split('-').toReversed().map(Number).join('.');
}

const MESSAGES: Record<Language, Messages> = {
  hr: {
    consent: ({ grants, validUntil }, tppName) =>
      `Pristup podacima o računima (${grants.length}) za ${tppName} do ${croatianDate(validUntil)}.`,
    fundsConsent: ({ accounts, validUntil }, tppName) =>
      `Provjera raspoloživosti sredstava za ${tppName}, ` +
      `račun ${endings(accounts)}${until('do', validUntil && croatianDate(validUntil))}.`,
    payment: ({ instructedAmount: { amount, currency }, creditorName, creditorAccount }) =>
      `Plaćanje ${amount.replace('.', ',')} ${currency} ` +
      `primatelju ${creditorName}, račun ${ending(creditorAccount.iban)}.`,
  },
  en: {
    consent: ({ grants, validUntil }, tppName) =>
      `Access to account data (${grants.length}) for ${tppName} until ${validUntil}.`,
    fundsConsent: ({ accounts, validUntil }, tppName) =>
      `Funds checks by ${tppName}, account ${endings(accounts)}${until('until', validUntil)}.`,
    payment: ({ instructedAmount: { amount, currency }, creditorName, creditorAccount }) =>
      `Payment of ${currency} ${amount} to ${creditorName}, account ${ending(creditorAccount.iban)}.`,
  },
};

/** A telephone shows a few lines: some accounts by their ends, of the others how many. */
function endings(accounts: readonly AccountReference[]): string {
  const shown = accounts.slice(0, ENDINGS_MAX).map(({ iban, maskedPan, bban }) => ending(iban ?? maskedPan ?? bban));
  const others = accounts.length - shown.length;
  return shown.join(', ') + (others > 0 ? ` (+${others})` : '');
}

function until(word: string, day: string | undefined): string {
  return day === undefined ? '' : `, ${word} ${day}`;
}

/** What stands beside the code: the PSU sees what the code is for (dynamic linking, RTS 2018/389 Art. 5). */
export function messageFor(content: ScaContent, tppName: string, language: Language): string {
  const say = MESSAGES[language][content.kind] as (content: ScaContent, tppName: string) => string;
  return say(content, tppName);
}
