import type { ScaContent } from '@xs2a/contracts';

export type Language = 'hr' | 'en';

type Message = (content: ScaContent, tppName: string) => string;

/** An account as it may stand in a message to a telephone: its last four characters. */
function ending(identifier: string | undefined): string {
  return `…${(identifier ?? '').slice(-4)}`;
}

/** `2027-05-20` as 20.5.2027. */
function croatianDate(day: string): string {
  return day.split('-').toReversed().map(Number).join('.');
}

const MESSAGES: Record<Language, Message> = {
  hr: (content, tppName) =>
    content.kind === 'payment'
      ? `Plaćanje ${content.instructedAmount.amount.replace('.', ',')} ${content.instructedAmount.currency} ` +
        `primatelju ${content.creditorName}, račun ${ending(content.creditorAccount.iban)}.`
      : `Pristup podacima o računima (${content.grants.length}) za ${tppName} do ${croatianDate(content.validUntil)}.`,
  en: (content, tppName) =>
    content.kind === 'payment'
      ? `Payment of ${content.instructedAmount.currency} ${content.instructedAmount.amount} ` +
        `to ${content.creditorName}, account ${ending(content.creditorAccount.iban)}.`
      : `Access to account data (${content.grants.length}) for ${tppName} until ${content.validUntil}.`,
};

/** What stands beside the code: the PSU sees what the code is for (dynamic linking, RTS 2018/389 Art. 5). */
export function messageFor(content: ScaContent, tppName: string, language: Language): string {
  return MESSAGES[language](content, tppName);
}
