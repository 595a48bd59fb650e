import type { ScaContent } from '@xs2a/contracts';

export type Language = 'hr' | 'en';

type Message = (content: ScaContent, tppName: string) => string;

/** An account as it may stand in a message to a telephone: its last four characters. */
function ending(identifier: string | undefined): string {
  return `…${(identifier ?? '').slice(-4)}`;
}

const MESSAGES: Record<Language, Message> = {
  hr: (content, tppName) =>
    content.kind === 'payment'
      ? `Plaćanje ${content.instructedAmount.amount.replace('.', ',')} ${content.instructedAmount.currency} ` +
        `primatelju ${content.creditorName}, račun ${ending(content.creditorAccount.iban)}.`
      : `Pristup podacima o računima (${content.grants.length}) za ${tppName} do ${content.validUntil}.`,
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

const SIGN_IN_MESSAGES: Record<Language, (aspspName: string) => string> = {
  hr: (aspspName) => `Prijava u pregled dopuštenja, ${aspspName}. Kodom se ništa ne plaća i ne odobrava.`,
  en: (aspspName) => `Sign-in to the permission overview, ${aspspName}. The code pays and approves nothing.`,
};

/** What stands beside a code that approves nothing: what it is for, so that nobody can ask for it under a pretext. */
export function signInMessage(aspspName: string, language: Language): string {
  return SIGN_IN_MESSAGES[language](aspspName);
}
