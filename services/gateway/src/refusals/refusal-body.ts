import { STATUS_CODES } from 'node:http';
import type { Links, Xs2aError } from '@xs2a/contracts';

/** Longest text of a message in the standard. */
const TEXT_CHARACTERS_MAX = 500;

/** The `tppMessages` format of the standard. */
export function tppMessagesBody({ path, text, refusal }: Xs2aError, code: string, links?: Links): object {
  const message = { category: 'ERROR', code, path, text: (text ?? refusal.text).slice(0, TEXT_CHARACTERS_MAX) };
  return { tppMessages: [message], _links: links };
}

/** Problem details (RFC 7807). The format has no `path`: the detail names the element. */
export function problemBody({ path, text, refusal }: Xs2aError, code: string, links?: Links): object {
  const detail = `${path === undefined ? '' : `${path}: `}${text ?? refusal.text}`.slice(0, TEXT_CHARACTERS_MAX);
  return { type: 'about:blank', title: STATUS_CODES[refusal.status], detail, code, _links: links };
}
