import {
  type AspspProfile,
  ENDPOINTS,
  type EndpointKey,
  type HeaderRule,
  headerGroupOf,
  type OAuth,
} from '@xs2a/contracts';
import { serviceOf } from '../caller/token-scope.ts';

/** `withoutToken`: an access token of the pre-step may name the PSU instead. */
type Demand = 'always' | 'withoutToken' | 'never';

/** PSU-ID, by the pre-step of the service. A token that is needed anyway names the PSU. */
const PSU_ID: Readonly<Record<OAuth['preStep']['accounts'], Demand>> = {
  off: 'always',
  optional: 'withoutToken',
  needed: 'never',
};

/** Whether the profile demands a header at an endpoint, as the checks enforce and the published document says. */
export function demandedByProfile(
  { name, neededBy }: Pick<HeaderRule, 'name' | 'neededBy'>,
  key: EndpointKey,
  profile: Pick<AspspProfile, 'psuIdRequired' | 'psuIpAddressRequired' | 'oauth'>,
): Demand {
  if (neededBy === undefined || !neededBy.at.includes(headerGroupOf(key)) || !profile[neededBy.choice]) return 'never';
  return name === 'PSU-ID' ? PSU_ID[profile.oauth.preStep[serviceOf(ENDPOINTS[key])]] : 'always';
}
