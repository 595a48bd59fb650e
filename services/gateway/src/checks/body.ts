import { ENDPOINTS } from '@xs2a/contracts';
import type { Call } from '../call.ts';
import { parseJson } from '../parse-json.ts';
import { readRawBody } from '../read-raw-body.ts';
import { readXmlText } from '../read-xml-text.ts';
import type { House } from '../request-checks.ts';
import { isXmlSent } from './content-type.ts';

/** Reads the body, as the last step: nobody without identity and role makes the gateway hold or parse one. */
export async function body(call: Call, { profile }: House): Promise<void> {
  await readRawBody(call, profile);
  call.body = isXmlSent(call) ? readXmlText(call.rawBody) : readJson(call);
}

/** None or `{}`, where an authorisation is started (decision 21). */
function readJson({ rawBody, endpoint }: Call): unknown {
  const isLeftOut = rawBody.length === 0 && 'authorises' in ENDPOINTS[endpoint];
  return isLeftOut ? {} : parseJson(rawBody);
}
