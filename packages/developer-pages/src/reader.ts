import type { AspspProfile } from '@xs2a/contracts';
import type { PageStyle } from '@xs2a/page-style';
import type { ErrorBody } from './describe-errors.ts';
import type { JourneyContext } from './journeys/journeys.ts';
import type { OpenApi } from './reference/open-api.ts';

/** Audience of a page and available content. */
export interface Reader extends JourneyContext {
  readonly profile: AspspProfile;
  readonly style: PageStyle;
  readonly tlsOrigin: string;
  readonly openApi: OpenApi;
  readonly errorBody: ErrorBody;
}
