import { ENDPOINTS, type EndpointKey, HEADER_GROUPS, HEADER_RULES, headerGroupOf } from '@xs2a/contracts';
import { HEADER_FORMATS } from '@xs2a/gateway/interface';
import { code, page, table } from './markdown.ts';

const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];
const DEMANDS = { M: 'mandatory', C: 'mandatory under the condition above', O: 'optional' };
/** Words for formats without a short name in JSON Schema. */
const WORDS: Readonly<Record<string, string>> = {
  uri: 'absolute http(s) address, or one with the scheme of an app; no user information, fragment, backslash; up to 2048',
  address: 'IPv4 or IPv6',
  port: '1 to 65535',
  truth: '`true` or `false`, in any case',
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
  const headers = HEADER_RULES.map(({ name, format, meaning, condition }) => {
    const written = writtenAs(name, format);
    const conditional = condition === undefined ? '' : ` Mandatory (C): ${condition}.`;
    return `- ${code(name)}${written === '' ? '' : ` (${written})`}: ${meaning}${conditional}`;
  });
  const matrix = HEADER_RULES.map(({ name, at }) => [name, ...HEADER_GROUPS.map((group) => at[group] ?? '–')]);
  const columns = HEADER_GROUPS.map((group, at) => {
    const endpoints = KEYS.filter((key) => headerGroupOf(key) === group).map(code);
    return `${at + 1}. ${group}: ${endpoints.join(', ')}`;
  });
  const demands = Object.entries(DEMANDS).map(([demand, words]) => `${demand}: ${words}`);
  return page(
    'Headers of a request',
    '`packages/contracts/src/interface/header-rules.ts`',
    'A header that is malformed or sent twice is refused at every endpoint: 400 `FORMAT_ERROR`, with its name in `path`. An empty one counts as absent. Names are case-insensitive, values are not, but for booleans ([decision 13](decisions/0013-request-headers-and-fields.md)).',
    headers.join('\n'),
    '## Where each header is read',
    `${demands.join('; ')}; –: not read there. The columns are groups of endpoints:`,
    columns.join('\n'),
    table(['header', ...HEADER_GROUPS.map((_, at) => String(at + 1))], matrix),
  );
}
