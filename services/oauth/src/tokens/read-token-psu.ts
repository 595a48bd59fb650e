import type { readTokenPsu as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { OAuthContext } from '../context.ts';

export async function readTokenPsu(
  { subjects }: OAuthContext,
  { subject }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const found = await subjects.findOne({ _id: subject });
  const { psu, authorisationId } = found ?? {};
  return { ...(psu && { psu }), ...(authorisationId !== undefined && { authorisationId }) };
}
