import { type AspspProfile, OAUTH_SCOPES, type OAuthScope } from '@xs2a/contracts';

/** Whether the profile offers tokens of this kind. */
export function isOffered({ oauth }: Pick<AspspProfile, 'oauth'>, { name, resourceId }: OAuthScope): boolean {
  return resourceId !== undefined ? oauth.integrated : oauth.preStep[OAUTH_SCOPES[name].service] !== 'off';
}
