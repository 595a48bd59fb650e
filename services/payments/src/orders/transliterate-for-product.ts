import type { AspspProfile, PaymentProduct } from '@xs2a/contracts';
import { transliterateBody } from '../products/transliterate-body.ts';

/** Maximum number of transliterated texts of a body named to the TPP. */
const NAMED_MAX = 20;

/**
 * Returns the body as the bank will execute it: with texts in the characters of its product, unless the profile refuses other
 * characters (decision 25). The PSU sees and approves these texts.
 */
export async function transliterateForProduct<Body extends object>(
  { textCharacters }: Pick<AspspProfile, 'textCharacters'>,
  product: PaymentProduct,
  posted: Body,
): Promise<{ body: Body; transliterated?: readonly string[] }> {
  if (textCharacters === 'refuse') return { body: posted };
  const { body, changed } = await transliterateBody(product, posted);
  return { body, ...(changed.length > 0 && { transliterated: changed.slice(0, NAMED_MAX) }) };
}
