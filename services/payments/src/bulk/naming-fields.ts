import { faultsIn, refuseFaults } from '@xs2a/contracts';
import { ADDRESS_ELEMENTS } from '@xs2a/iso20022';

const ELEMENT = /^CstmrCdtTrfInitn\/PmtInf\/(?:CdtTrfTxInf(?:\[([0-9]+)\])?\/)?(.*)$/;

/** Maps elements of the generated message to fields of a bulk in JSON; the inner ones first. */
const FIELDS: readonly (readonly [element: string, field: string])[] = [
  ['PmtInfId', 'paymentInformationId'],
  ['ReqdExctnDt/DtTm', 'requestedExecutionTime'],
  ['ReqdExctnDt', 'requestedExecutionDate'],
  ['PmtTpInf/CtgyPurp', 'categoryPurposeCode'],
  ['DbtrAcct', 'debtorAccount'],
  ['PmtId/InstrId', 'instructionIdentification'],
  ['PmtId/EndToEndId', 'endToEndIdentification'],
  ['Amt', 'instructedAmount'],
  ['ChrgBr', 'chargeBearer'],
  ['UltmtDbtr', 'ultimateDebtor'],
  ['CdtrAgt', 'creditorAgent'],
  ['Cdtr/Nm', 'creditorName'],
  ...ADDRESS_ELEMENTS.map(([field, element]) => [`Cdtr/PstlAdr/${element}`, `creditorAddress.${field}`] as const),
  ['Cdtr/PstlAdr', 'creditorAddress'],
  ['CdtrAcct', 'creditorAccount'],
  ['UltmtCdtr', 'ultimateCreditor'],
  ['Purp', 'purposeCode'],
  ['RmtInf/Ustrd', 'remittanceInformationUnstructured'],
  ['RmtInf/Strd', 'remittanceInformationStructured'],
];

/** Reads the message generated from a bulk in JSON. A refusal names the field that the element came from (decision 24). */
export async function namingFields<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    refuseFaults(faultsIn(error).map((fault) => ({ ...fault, path: fieldOf(fault.path) })));
    throw error;
  }
}

function fieldOf(path = ''): string {
  const [, position, element = ''] = ELEMENT.exec(path) ?? [];
  const [, field] = FIELDS.find(([known]) => `${element}/`.startsWith(`${known}/`)) ?? [];
  if (!path.includes('/CdtTrfTxInf')) return field ?? 'payments';
  const transfer = `payments[${Number(position ?? 1) - 1}]`;
  return field === undefined ? transfer : `${transfer}.${field}`;
}
