import { Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import { type Call, headerOf } from '../../request/call.ts';
import { BULK_VALUES_MAX, VALUES_MAX } from '../../request/inspect-json.ts';
import { MULTIPART_PARTS, partsOf, standingOrderParts } from '../../request/multipart.ts';
import { parseJson } from '../../request/parse-json.ts';
import { type BodyFormat, formatOfBody, mayLackBody } from '../../request/payment-format.ts';
import { readRawBody } from '../../request/raw-body.ts';
import { readXmlText } from '../../request/read-xml-text.ts';
import { withoutNulls } from '../../request/without-nulls.ts';

/** Reads and parses the body. Last of all checks, so that only TPPs with a verified identity and role cost memory for a body. */
export async function body(call: Call, { profile }: Pick<GatewayContext, 'profile'>): Promise<void> {
  await readRawBody(call, profile);
  call.body = READ[formatOfBody(call)](call);
}

const READ: Record<BodyFormat, (call: Call) => unknown> = {
  json: readJson,
  xml: ({ rawBody }) => readXmlText(rawBody),
  multipart: readParts,
};

/** Returns the message as text, with the JSON part beside it. */
function readParts(call: Call): { message: string; terms: unknown } {
  const { message, terms } = standingOrderParts(partsOf(call.rawBody, headerOf(call, 'content-type') ?? ''));
  return {
    message: inPart(MULTIPART_PARTS.message, () => readXmlText(message)),
    terms: withoutNulls(inPart(MULTIPART_PARTS.terms, () => parseJson(terms))),
  };
}

/** Prefixes faults in a part of the body with the name of the part. */
function inPart<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Xs2aError) || error.path !== undefined || error.text === undefined) throw error;
    throw new Xs2aError(error.situation, {
      path,
      text: error.text.replace('the body', `the part ${path}`),
      cause: error,
    });
  }
}

/** An authorisation may be started without a body or with `{}` (decision 21). A field that is null counts as absent. */
function readJson({ rawBody, endpoint, payment }: Call): unknown {
  if (rawBody.length === 0 && mayLackBody(endpoint)) return {};
  const isBulk = endpoint === 'initiatePayment' && payment.paymentService === 'bulk-payments';
  return withoutNulls(parseJson(rawBody, isBulk ? BULK_VALUES_MAX : VALUES_MAX));
}
