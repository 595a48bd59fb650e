/** Scopes of access tokens: consents and accounts, payments, funds confirmation, signing baskets (Implementation Guidelines 13). */
export const OAUTH_SCOPES = {
  AIS: { service: 'accounts', kinds: ['consent'], role: 'AISP' },
  PIS: { service: 'payments', kinds: ['payment', 'cancellation'], role: 'PISP' },
  PIIS: { service: 'funds', kinds: ['fundsConsent'], role: 'PIISP' },
  SBS: { service: 'payments', kinds: ['basket'], role: 'PISP' },
} as const;
export type OAuthScopeName = keyof typeof OAUTH_SCOPES;

/** A scope: of one resource, or without `resourceId`, of the PSU's identity only (pre-step). */
export interface OAuthScope {
  readonly name: OAuthScopeName;
  readonly resourceId?: string | undefined;
}

const FORM = /^(AIS|PIS|PIIS|SBS)(?::([A-Za-z0-9-]{1,64}))?$/i;

/** Returns the only scope besides `offline_access`; undefined for any other text. The prefix may be in lower case. */
export function readOAuthScope(text: string | undefined): OAuthScope | undefined {
  const words = new Set((text ?? '').split(' ').filter((word) => word !== '' && word !== 'offline_access'));
  const [only, ...others] = words;
  const [, name, resourceId] = FORM.exec(only ?? '') ?? [];
  if (name === undefined || others.length > 0) return undefined;
  return { name: name.toUpperCase() as OAuthScopeName, ...(resourceId !== undefined && { resourceId }) };
}
