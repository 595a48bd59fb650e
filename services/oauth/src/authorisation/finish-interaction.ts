import type { PsuData } from '@xs2a/contracts';
import type { Interaction } from 'oidc-provider';
import type { OAuthContext } from '../context.ts';

const MS_PER_DAY = 86_400_000;

/** Stores the PSU's decision. The browser then gets the code, or the TPP learns of the refusal. */
export async function finishInteraction(
  context: OAuthContext,
  interaction: Interaction,
  decision: { readonly psu: PsuData } | { readonly authorisationId: string } | 'refused',
): Promise<void> {
  const { subjects, now, profile, issuer } = context;
  const secondsLeft = Math.max(1, interaction.exp - Math.floor(Date.now() / 1_000));
  if (decision === 'refused') {
    interaction.result = { error: 'access_denied', error_description: 'the PSU has not approved' };
    await interaction.save(secondsLeft);
    return;
  }
  const clientId = String(interaction.params['client_id']);
  const accountId = crypto.randomUUID();
  const keptUntil = new Date(now().getTime() + profile.oauth.refreshTokenDays * MS_PER_DAY);
  await subjects.insertOne({ _id: accountId, ...decision, keptUntil });
  const grant = new (context.server().Grant)({ accountId, clientId });
  grant.addResourceScope(issuer, String(interaction.params['scope']));
  const grantId = await grant.save();
  interaction.result = { login: { accountId, remember: false }, consent: { grantId } };
  await interaction.save(secondsLeft);
}
