import type { AspspProfile } from '@xs2a/contracts';
import type { PageStyle } from '@xs2a/page-style';
import type { ErrorBody } from './describe-errors.ts';
import type { JourneyContext } from './journeys/journeys.ts';
import type { OpenApi } from './reference/open-api.ts';

/** Who reads a page, and what there is to show. */
export interface Reader extends JourneyContext {
  readonly profile: AspspProfile;
  readonly style: PageStyle;
  readonly tlsOrigin: string;
  readonly openApi: OpenApi;
  readonly errorBody: ErrorBody;
}
