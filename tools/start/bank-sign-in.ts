import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Public, like everything in the sandbox. */
const CLIENT = { id: 'xs2a', secret: 'xs2a-sandbox-secret' };
const PRESET = 'hr-full';

export interface BankSignIn {
  /** The preset below the profile; `hr-full` if unset. */
  readonly preset: string | undefined;
  readonly port: number;
  /** The provider states that its sign-in has both factors (decision 78). */
  readonly bothFactors: boolean;
}

/**
 * Writes a profile under which PSUs sign in at the identity provider of the sandbox bank (decision 78), and answers with the variables
 * that the services read of it.
 * @throws Error if the preset is a file, since that configures the sign-in itself
 */
export function writeBankSignIn(folder: string, { preset, port, bothFactors }: BankSignIn): Record<string, string> {
  if (preset !== undefined && existsSync(preset)) {
    throw new Error('--bank-sign-in takes a preset in PROFILE; a profile file says psuSignIn itself');
  }
  mkdirSync(folder, { recursive: true });
  const [profile, secret] = [join(folder, 'profile.yaml'), join(folder, 'secret')];
  const contexts = ['  acrValues: [two-factors]', '  bothFactorsAcrValues: [two-factors]'];
  const lines = [
    `preset: ${preset || PRESET}`,
    'scaApproaches: [REDIRECT, DECOUPLED]',
    'psuSignIn: oidc',
    'identityProvider:',
    `  issuer: http://localhost:${port}`,
    `  clientId: ${CLIENT.id}`,
    '  clientAuthentication: client_secret_basic',
    '  scopes: [openid]',
    '  psuIdClaim: sub',
    '  corporateIdClaim: corporate_id',
    ...(bothFactors ? contexts : []),
  ];
  writeFileSync(profile, `${lines.join('\n')}\n`);
  writeFileSync(secret, `${CLIENT.secret}\n`, { mode: 0o600 });
  return { PROFILE: profile, IDENTITY_PROVIDER_PORT: String(port), SIGN_IN_SECRET_FILE: secret };
}
