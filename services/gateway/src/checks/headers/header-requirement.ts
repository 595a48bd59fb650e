import {
  type AspspProfile,
  ENDPOINTS,
  type EndpointKey,
  type HeaderRule,
  headerGroupOf,
  type OAuth,
} from '@xs2a/contracts';
import { serviceOf } from '../caller/token-scope.ts';

/** Condition under which the profile requires a header; `withoutToken`: unless a pre-step access token names the PSU instead. */
type Demand = 'always' | 'withoutToken' | 'never';

/** Whether PSU-ID is required, by the pre-step of the service. A mandatory token already names the PSU. */
const PSU_ID: Readonly<Record<OAuth['preStep']['accounts'], Demand>> = {
  off: 'always',
  optional: 'withoutToken',
  needed: 'never',
};

/** Returns whether the profile requires a header at an endpoint, for the checks and the published document alike. */
export function headerRequirement(
  { name, neededBy }: Pick<HeaderRule, 'name' | 'neededBy'>,
  key: EndpointKey,
  profile: Pick<AspspProfile, 'psuIdRequired' | 'psuIpAddressRequired' | 'oauth'>,
): Demand {
  if (neededBy === undefined || !neededBy.at.includes(headerGroupOf(key)) || !profile[neededBy.choice]) return 'never';
  return name === 'PSU-ID' ? PSU_ID[profile.oauth.preStep[serviceOf(ENDPOINTS[key])]] : 'always';
}
