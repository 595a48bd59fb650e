import { dayText } from '../../model/bank-day.ts';
import type { EntryDetails } from '../../model/entry.ts';
import { dollarsOf, transferTo } from '../data/entry-details.ts';
import { BOOKSHOP, CHARITY, GYM, type Payee } from '../data/payees.ts';
import { type HistoricPosting, type Period, postingAgainst, RANK } from './historic-posting.ts';

const ACCOUNT = 'A1101-EUR';
const BATCH = 'Skupno plaćanje, broj naloga: 2';
const REFERENCE = 'RF18539007547034';

/** Entries of the last week with the fields that entries seldom have, so that a TPP meets each of them. */
export function uncommonHistory({ last }: Period): HistoricPosting[] {
  const booked = (day: number, amount: bigint, details: EntryDetails): HistoricPosting =>
    postingAgainst('clearing', { accountId: ACCOUNT, day, rank: RANK.bill, amount: -amount, details });
  return [booked(last - 5, 4_200n, orderAbroad(dayText(last - 5))), booked(last - 4, 3_000n, batch())];
}

function orderAbroad(day: string): EntryDetails {
  return {
    ...transferTo(BOOKSHOP, 'Narudžba 117 knjige i karte', 'PMNT-ICDT-XBCT'),
    endToEndId: 'NARUDZBA-117',
    checkId: 'CEK-117',
    currencyExchange: [dollarsOf(day)],
    ultimateDebtor: 'Luka Horvat',
    ultimateCreditor: 'World Maps Ltd',
    remittanceInformationUnstructuredArray: ['Narudžba 117', 'knjige i karte'],
    remittanceInformationStructured: REFERENCE,
    remittanceInformationStructuredArray: [{ reference: REFERENCE, referenceType: 'SCOR', referenceIssuer: 'ISO' }],
    additionalInformation: 'Preračunano po tečaju banke',
    purposeCode: 'GDDS',
    proprietaryBankTransactionCode: 'NALOG-INO',
  };
}

function batch(): EntryDetails {
  const item = ({ name, iban, bic }: Payee, amount: string, remittance: string) => ({
    transactionAmount: { currency: 'EUR', amount: `-${amount}` },
    creditorName: name,
    creditorAccount: { iban },
    creditorAgent: bic,
    remittanceInformationUnstructured: remittance,
  });
  return {
    batchIndicator: true,
    batchNumberOfTransactions: 2,
    entryDetails: [item(CHARITY, '10.00', 'Donacija'), item(GYM, '20.00', 'Članarina')],
    remittanceInformationUnstructured: BATCH,
    additionalInformation: BATCH,
    bankTransactionCode: 'PMNT-ICDT-ESCT',
  };
}
