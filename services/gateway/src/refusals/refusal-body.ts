import { STATUS_CODES } from 'node:http';
import {
  type Fault,
  faultsOf,
  LENGTHS_MAX,
  type Links,
  REFUSALS,
  type Refusal,
  sentenceOf,
  type Xs2aError,
} from '@xs2a/contracts';

/**
 * Returns an error body in the `tppMessages` format of the standard: one message for each fault, the first one with the code of
 * the answer.
 */
export function tppMessagesBody(error: Xs2aError, code: string, links?: Links): object {
  const tppMessages = faultsOf(error).map((fault, index) => ({
    category: 'ERROR',
    code: index === 0 ? code : codeOf(fault),
    path: fault.path,
    text: sentenceOf(fault).slice(0, LENGTHS_MAX.text),
  }));
  return { tppMessages, _links: links };
}

/** Returns an error body as problem details (RFC 7807). The format has no `path`, so the detail names the element. */
export function problemBody(error: Xs2aError, code: string, links?: Links): object {
  const [first, ...others] = faultsOf(error).map((fault) => ({ fault, detail: detailOf(fault) }));
  const additionalErrors = others.map(({ fault, detail }) => ({ detail, code: codeOf(fault) }));
  return {
    type: 'about:blank',
    title: STATUS_CODES[error.refusal.status],
    detail: first?.detail,
    code,
    ...(additionalErrors.length > 0 && { additionalErrors }),
    _links: links,
  };
}

function codeOf({ situation }: Fault): string | undefined {
  const { code }: Refusal = REFUSALS[situation];
  return code;
}

function detailOf({ situation, path, text = REFUSALS[situation].text }: Fault): string {
  return (path === undefined ? text : `${path}: ${text}`).slice(0, LENGTHS_MAX.text);
}
