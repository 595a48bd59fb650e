import { contentHashOf } from '@xs2a/approvals';
import {
  mayVerifyPayee,
  type PaymentProduct,
  type ReplyOf,
  readPayeeVerification,
  type ScaContent,
  type ScaContentOf,
  Xs2aError,
} from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';

type Order = ScaContentOf<'payment' | 'periodicPayment' | 'bulkPayment'>;
type Results = ReplyOf<typeof readPayeeVerification>['results'];
type Context = Pick<ScaContext, 'bus' | 'profile'>;

/**
 * Adds to a payment, or to the payments of a basket, whether the payee's name belongs to its account, so that the PSU sees and
 * approves it. Any other content stays.
 */
export async function withPayeeVerified(context: Context, authorisation: Authorisation): Promise<Authorisation> {
  const { content, parent } = authorisation;
  const isBasket = content.kind === 'basket';
  const parts: readonly ScaContent[] = isBasket ? content.members : [content];
  if (!parts.some((part) => isVerified(context, part))) return authorisation;
  const results = await readResults(context, parent, parts.length);
  const told = parts.map((part, index): ScaContent => {
    const payeeVerification = results[index];
    return payeeVerification && isVerified(context, part) ? withResult(part, payeeVerification) : part;
  });
  const verified = isBasket ? { ...content, members: told as typeof content.members } : (told[0] ?? content);
  return { ...authorisation, content: verified, contentHash: contentHashOf(verified) };
}

/** A result of another kind is that of another member: the approval will not count. */
function withResult(part: Order, result: NonNullable<Results[number]>): Order {
  if (part.kind === 'bulkPayment') return 'counts' in result ? { ...part, payeeVerification: result } : part;
  return 'counts' in result ? part : { ...part, payeeVerification: result };
}

function isVerified({ profile }: Context, content: ScaContent): content is Order {
  if (content.kind === 'bulkPayment') return profile.payeeVerification !== 'off';
  if (content.kind !== 'payment' && content.kind !== 'periodicPayment') return false;
  return mayVerifyPayee(profile, { ...content, paymentProduct: content.paymentProduct as PaymentProduct });
}

/** No answer never blocks an approval: the PSU sees that the check was not possible. */
async function readResults({ bus }: Context, { kind, id }: Authorisation['parent'], count: number): Promise<Results> {
  try {
    const { results } = await bus.ask(readPayeeVerification, { parent: { kind, id } });
    // The members changed in between: the approval will not count, because it is of other content.
    return results.length === count ? results : [];
  } catch (error) {
    if (error instanceof Xs2aError) return Array.from({ length: count }, () => ({ partyNameMatch: 'NOAP' as const }));
    throw error;
  }
}
