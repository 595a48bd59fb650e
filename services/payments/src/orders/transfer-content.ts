import { type AccountReference, type Amount, isProvided, type SinglePayment } from '@xs2a/contracts';

interface TransferContent {
  instructedAmount: Amount;
  debtorAccount: AccountReference;
  accountChosenByPsu?: true;
  creditorName: string;
  creditorAccount: AccountReference;
  remittanceInformation?: string;
}

/** Returns the content of a single transfer, or of each transfer of a standing order, for the PSU. */
export function transferContent(body: SinglePayment): TransferContent {
  const { instructedAmount, debtorAccount, creditorName, creditorAccount } = body;
  const structured = body.remittanceInformationStructured;
  const remittanceInformation =
    body.remittanceInformationUnstructured ?? (typeof structured === 'object' ? structured.reference : structured);
  return {
    instructedAmount,
    debtorAccount,
    ...(!isProvided(debtorAccount) && { accountChosenByPsu: true }),
    creditorName,
    creditorAccount,
    ...(remittanceInformation !== undefined && { remittanceInformation }),
  };
}
