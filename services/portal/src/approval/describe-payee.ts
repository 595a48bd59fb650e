import type { BulkVerification, PayeeInDoubt, PayeeVerification, ScaContentOf, ScaView } from '@xs2a/contracts';
import { describeAccount } from '../rendering/describe-account.ts';
import { formatAmount } from '../rendering/formats.ts';
import { type Language, WORDS } from '../rendering/languages.ts';
import type { Details, Fact } from '../rendering/summary.ts';

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

/** Describes how many payees of a bulk differ, and lists them. */
export function describePayeesOfBulk(
  view: Pick<ScaView, 'accountNames'>,
  verification: BulkVerification | undefined,
  language: Language,
): Pick<Details, 'facts' | 'payeesInDoubt' | 'morePayeesInDoubt'> {
  if (verification === undefined) return { facts: [] };
  const { results, ofBulk } = WORDS[language].orders.payeeVerification;
  const { counts, inDoubt } = verification;
  const { MTCH, CMTC, NMTC, NOAP } = counts;
  const all = MTCH + CMTC + NMTC + NOAP;
  const differing = CMTC + NMTC;
  if (all === MTCH) return { facts: [{ label: ofBulk.label, value: ofBulk.allMatch }] };
  const told = [
    ...(differing > 0 ? [ofBulk.differ(differing, all)] : []),
    ...(NOAP > 0 ? [ofBulk.notChecked(NOAP, all)] : []),
  ];
  const { title } = NMTC > 0 ? results.NMTC : CMTC > 0 ? results.CMTC : results.NOAP;
  const tone = NMTC > 0 ? 'warning' : 'care';
  const more = differing + NOAP - inDoubt.length;
  return {
    facts: [
      { label: ofBulk.label, value: told.join('; '), isKey: true, remark: { title, text: ofBulk.consequence, tone } },
    ],
    payeesInDoubt: inDoubt.map((payee) => ({
      name: payee.creditorName,
      account: describeAccount(payee.creditorAccount, view).id,
      amount: formatAmount(payee.instructedAmount, language),
      note: noteOn(payee, language),
    })),
    ...(more > 0 && { morePayeesInDoubt: ofBulk.more(more) }),
  };
}

function noteOn({ partyNameMatch, matchedName }: PayeeInDoubt, language: Language): string {
  const { title } = WORDS[language].orders.payeeVerification.results[partyNameMatch];
  return matchedName === undefined ? title : `${title}: ${matchedName}`;
}
