import type { PayeeVerification, ScaContentOf } from '@xs2a/contracts';
import { type Language, WORDS } from '../rendering/languages.ts';
import type { Fact } from '../rendering/summary.ts';

type Payee = Pick<ScaContentOf<'payment'>, 'creditorName' | 'payeeVerification'>;

/** Describes the payee, and whether its name belongs to the account. With a close match, the name at its bank comes first. */
export function describePayee({ creditorName, payeeVerification }: Payee, language: Language): Fact[] {
  const { payee } = WORDS[language].orders;
  const named: Fact = { label: payee, value: creditorName, isKey: true };
  return payeeVerification === undefined ? [named] : withResult(named, payeeVerification, language);
}

function withResult(named: Fact, { partyNameMatch, matchedName }: PayeeVerification, language: Language): Fact[] {
  const { payeeAtBank, payeeInOrder, results } = WORDS[language].orders.payeeVerification;
  switch (partyNameMatch) {
    case 'MTCH':
      return [{ ...named, detail: results.MTCH }];
    case 'CMTC': {
      const inOrder: Fact = { ...named, remark: { ...results.CMTC, tone: 'care' } };
      if (matchedName === undefined) return [inOrder];
      const atBank: Fact = { label: payeeAtBank, value: matchedName, isKey: true };
      return [atBank, { ...inOrder, label: payeeInOrder }];
    }
    case 'NMTC':
      return [{ ...named, remark: { ...results.NMTC, tone: 'warning' } }];
    case 'NOAP':
      return [{ ...named, remark: { ...results.NOAP, tone: 'care' } }];
  }
}
