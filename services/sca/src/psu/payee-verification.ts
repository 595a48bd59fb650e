import { contentHashOf } from '@xs2a/approvals';
import {
  mayVerifyPayee,
  type PayeeVerification,
  type PaymentProduct,
  readPayeeVerification,
  type ScaContent,
  type ScaContentOf,
  Xs2aError,
} from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';

/** Adds to a payment whether the payee's name belongs to its account, so that the PSU sees and approves it. Any other content stays. */
export async function withPayeeVerified(
  context: Pick<ScaContext, 'bus' | 'profile'>,
  authorisation: Authorisation,
): Promise<Authorisation> {
  const { content, parent } = authorisation;
  if (!isVerified(context, content)) return authorisation;
  const payeeVerification = await readResult(context, parent.id);
  if (payeeVerification === undefined) return authorisation;
  const verified = { ...content, payeeVerification };
  return { ...authorisation, content: verified, contentHash: contentHashOf(verified) };
}

function isVerified(
  { profile }: Pick<ScaContext, 'profile'>,
  content: ScaContent,
): content is ScaContentOf<'payment'> | ScaContentOf<'periodicPayment'> {
  if (content.kind !== 'payment' && content.kind !== 'periodicPayment') return false;
  return mayVerifyPayee(profile, { ...content, paymentProduct: content.paymentProduct as PaymentProduct });
}

/** No answer never blocks an approval: the PSU is told that the check was not possible. */
async function readResult({ bus }: Pick<ScaContext, 'bus'>, paymentId: string): Promise<PayeeVerification | undefined> {
  try {
    return (await bus.ask(readPayeeVerification, { paymentId })).payeeVerification;
  } catch (error) {
    if (error instanceof Xs2aError) return { partyNameMatch: 'NOAP' };
    throw error;
  }
}
