import { ENDPOINTS, type EndpointKey, HEADER_GROUPS, HEADER_RULES, headerGroupOf } from '@xs2a/contracts';
import { HEADER_FORMATS } from '../../services/gateway/src/checks/header-formats.ts';
import { code, page, table } from './markdown.ts';

const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];
const DEMANDS = { M: 'must be sent', C: 'must be sent where the condition holds', O: 'may be sent' };
/** Formats that JSON Schema has no short word for. */
const WORDS: Readonly<Record<string, string>> = {
  uri: 'absolute http(s) address, or one with the scheme of an app; no user information, fragment, backslash; up to 2048',
  address: 'IPv4 or IPv6',
  port: '1 to 65535',
  statuses: '`status=` with `SCA`, `PROCESS`, `LAST`, none twice, commas between',
  own: '',
};

function writtenAs(name: string, format: string): string {
  const schema: Readonly<Record<string, unknown>> = HEADER_FORMATS.get(name.toLowerCase())?.schema ?? {};
  const { enum: values, pattern, format: known, maxLength } = schema;
  const word = WORDS[format];
  if (word !== undefined) return word;
  if (Array.isArray(values)) return values.map((value) => code(String(value))).join(', ');
  if (typeof pattern === 'string') return code(pattern);
  return typeof known === 'string' ? known : `text up to ${String(maxLength)}`;
}

export function headersPage(): string {
  const written = HEADER_RULES.map(({ name, format, meaning, condition = '' }) => [
    name,
    writtenAs(name, format),
    condition,
    meaning,
  ]);
  const matrix = HEADER_RULES.map(({ name, at }) => [name, ...HEADER_GROUPS.map((group) => at[group] ?? '–')]);
  const groups = HEADER_GROUPS.map((group) => [
    group,
    KEYS.filter((key) => headerGroupOf(key) === group)
      .map(code)
      .join(', '),
  ]);
  const demands = Object.entries(DEMANDS).map(([demand, words]) => `${demand}: ${words}`);
  return page(
    'Headers of a request',
    '`packages/contracts/src/interface/header-rules.ts`',
    'What is sent and not well formed is refused everywhere with 400 `FORMAT_ERROR` and its name in `path`, and so is what is sent twice. Names are case-insensitive, values are not.',
    table(['header', 'written as', 'condition of C', 'meaning'], written),
    '## Where each is read',
    `${demands.join('; ')}; –: not read there.`,
    table(['header', ...HEADER_GROUPS], matrix),
    '## Rows of the matrix',
    table(['row', 'endpoints'], groups),
  );
}
