import type { Language } from '@xs2a/approvals';
import { type AspspProfile, fillIn } from '@xs2a/contracts';
import { unrequestedAdvice } from '../challenges/brand-message.ts';

const SIGN_IN_MESSAGES: Record<Language, (aspspName: string) => string> = {
  hr: (aspspName) => `Prijava za pregled suglasnosti, ${aspspName}. Ovim se kodom ništa ne plaća i ne odobrava.`,
  en: (aspspName) => `Sign-in to your permissions, ${aspspName}. The code does not pay or approve anything.`,
};

/** If factors can be enrolled after the sign-in, anyone with the code could enrol one. */
const KEEP_SECRET: Record<Language, string> = {
  hr: ' Ne odajte ga nikome: tko ga ima, mogao bi dodati svoj način odobravanja.',
  en: ' Do not share it: anyone who has it could add their own way to approve.',
};

/** Returns the text beside a sign-in code. It states the purpose of the code, so that nobody can ask for it under a pretext. */
export function signInMessage(
  { aspspName, brand, ownFactors }: Pick<AspspProfile, 'aspspName' | 'brand' | 'ownFactors'>,
  language: Language,
): string {
  const warning = ownFactors.length > 0 ? KEEP_SECRET[language] : '';
  const text = brand?.messages?.signIn?.[language];
  if (text !== undefined) return fillIn(text, { bank: aspspName, warning: warning.trim() });
  return `${SIGN_IN_MESSAGES[language](aspspName)}${warning} ${unrequestedAdvice(brand, language)}`;
}
