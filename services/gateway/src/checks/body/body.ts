import { ENDPOINTS } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';
import { parseJson } from '../../request/parse-json.ts';
import { readRawBody } from '../../request/raw-body.ts';
import { readXmlText } from '../../request/read-xml-text.ts';
import { withoutNulls } from '../../request/without-nulls.ts';
import { isXmlSent } from './content-type.ts';

/** Reads and parses the body. This is the last check: a body costs memory only if identity and role of the TPP are known. */
export async function body(call: Call, { profile }: Pick<GatewayContext, 'profile'>): Promise<void> {
  await readRawBody(call, profile);
  call.body = isXmlSent(call) ? readXmlText(call.rawBody) : readJson(call);
}

/** An authorisation may be started without a body or with `{}` (decision 21). A field that is null counts as absent. */
function readJson({ rawBody, endpoint }: Call): unknown {
  const isOmitted = rawBody.length === 0 && 'authorises' in ENDPOINTS[endpoint];
  return isOmitted ? {} : withoutNulls(parseJson(rawBody));
}
