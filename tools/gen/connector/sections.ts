import { Facts } from '@xs2a/connector-check/facts';
import { CHECKS } from '@xs2a/connector-check/run-checks';
import {
  answerWithinMs,
  CONNECTOR_BYTES_MAX,
  CONNECTOR_OPERATIONS,
  CONNECTOR_PARTS,
  type ConnectorPart,
  type ConnectorRow,
  connectorPermissions,
  GENERAL_REFUSALS,
  REFUSALS,
} from '@xs2a/contracts';
import { z } from 'zod';
import { code, json, table, wrapped } from '../markdown.ts';
import { typeOf } from '../type-of.ts';
import { CONNECTOR_EXAMPLES } from './examples.ts';
import { schemaOf } from './schemas.ts';

type Json = z.core.JSONSchema.JSONSchema;

/** Names of the kinds of operations on the page. */
const KINDS: Readonly<Record<ConnectorRow['way'], string>> = {
  asked: 'request',
  delivered: 'reliable delivery',
  told: 'report',
};

/** Returns generated texts for the marks of docs/bank-connector.md, by the name of the mark. */
export function connectorSections(): Record<string, string> {
  return {
    parts: partsTable(),
    permissions: permissions(),
    refusals: refusalsTable(),
    sizes: `Replies and reports of a bank have at most ${CONNECTOR_BYTES_MAX} bytes: the default \`max_payload\` of a nats-server.`,
    operations: operationsTable(),
    toBank: details(({ way }) => way !== 'told'),
    told: details(({ way }) => way === 'told'),
    facts: factsTable(),
    checks: checksTable(),
  };
}

function partsTable(): string {
  const subjects = (part: ConnectorPart, told: boolean): string =>
    CONNECTOR_OPERATIONS.filter(({ parts, way }) => parts.includes(part) && (way === 'told') === told)
      .map(({ operation, optional }) => `${code(operation.subject)}${optional ? ' (optional)' : ''}`)
      .join(', ');
  const rows = Object.entries(CONNECTOR_PARTS).map(([part, says]) => [
    code(part),
    says,
    subjects(part as ConnectorPart, false),
    subjects(part as ConnectorPart, true),
  ]);
  return table(['part', 'capability', 'operations', 'reports'], rows);
}

function permissions(): string {
  const list = (subjects: readonly string[]): string => subjects.map((subject) => `\n          "${subject}"`).join(',');
  const { publish, subscribe } = connectorPermissions();
  return [
    '```',
    'authorization {',
    '  users = [',
    '    {',
    '      user: "bank", password: "…"',
    '      permissions {',
    `        publish: [${list(publish)}\n        ]`,
    `        subscribe: [${list(subscribe)}\n        ]`,
    '        allow_responses: { max: 1, expires: "10s" }',
    '      }',
    '    }',
    '  ]',
    '}',
    '```',
  ].join('\n');
}

function refusalsTable(): string {
  const own = CONNECTOR_OPERATIONS.flatMap(({ refusals = [], operation }) =>
    refusals.map((refusal) => ({ refusal, where: code(operation.subject) })),
  );
  const words = [...new Set([...GENERAL_REFUSALS, ...own.map(({ refusal }) => refusal)])];
  const rows = words.map((word) => {
    const where = own.filter(({ refusal }) => refusal === word).map((one) => one.where);
    const everywhere = GENERAL_REFUSALS.some((general) => general === word);
    return [code(word), String(REFUSALS[word].status), REFUSALS[word].text, everywhere ? 'all' : where.join(', ')];
  });
  return table(['error', 'code', 'meaning', 'operations'], rows);
}

function operationsTable(): string {
  const rows = CONNECTOR_OPERATIONS.map((row) => [
    code(row.operation.subject),
    KINDS[row.way],
    `${answerWithinMs(row) / 1_000} s`,
    row.idempotentBy,
  ]);
  return table(['operation', 'kind', 'answered within', 'idempotent by'], rows);
}

function details(isMeant: (row: ConnectorRow) => boolean): string {
  return CONNECTOR_OPERATIONS.filter(isMeant).map(detail).join('\n\n');
}

function detail({ operation, guarantee, way, refusals = [] }: ConnectorRow): string {
  const { subject, request, reply } = operation;
  const example = CONNECTOR_EXAMPLES[subject];
  const fields = [
    ...fieldRows('request', schemaOf(request, way !== 'told')),
    ...fieldRows('reply', schemaOf(reply, way === 'told')),
  ];
  const own = refusals.length === 0 ? '' : ` Own errors: ${refusals.map(code).join(', ')}.`;
  return [
    `### ${subject}`,
    `${guarantee}${own} [Schema](connector/${subject}.schema.json).`,
    table(['in', 'field', '', 'type', 'meaning'], fields),
    ['```json', json(example?.request), json(example?.reply), '```'].join('\n'),
  ].join('\n\n');
}

/** Returns the fields of one level; for alternatives those of each, once. */
function fieldRows(where: string, schema: Json): string[][] {
  const forms = schema.oneOf ?? [schema];
  const names = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => {
    const fields = forms.map((form) => fieldOf(form, name)).filter((field) => field !== undefined);
    const meaning = fields.find(({ description }) => description !== undefined)?.description ?? '';
    return [where, code(name), useIn(forms, name), typeOfAll(fields), meaning];
  });
}

function fieldOf({ properties = {} }: Json, name: string): Json | undefined {
  const field = properties[name];
  return typeof field === 'object' ? field : undefined;
}

/** Returns `mandatory`; for a field of some alternatives also the value of the field that distinguishes them. */
function useIn(forms: readonly Json[], name: string): string {
  const requiring = forms.filter(({ required = [] }) => required.includes(name));
  if (requiring.length === 0) return '';
  if (requiring.length === forms.length) return 'mandatory';
  const [kind = ''] = Object.keys(forms[0]?.properties ?? {}).filter((one) =>
    forms.every((form) => fieldOf(form, one)?.const !== undefined),
  );
  const values = requiring.map((form) => code(String(fieldOf(form, kind)?.const)));
  return `mandatory with ${code(kind)} ${values.join(' or ')}`;
}

/** Returns the type of a field, over all alternatives that have it. */
function typeOfAll(fields: readonly Json[]): string {
  const constants = fields.flatMap(({ const: value }) => (value === undefined ? [] : [String(value)]));
  const [only = ''] = constants;
  if (constants.length === 0) return typeInWords(fields[0] ?? {});
  if (constants.length === 1) return `always ${only}`;
  return fields.every(({ type }) => type === 'boolean') ? 'true or false' : `one of ${constants.map(code).join(', ')}`;
}

function typeInWords(schema: Json): string {
  if (schema.type === 'boolean') return 'true or false';
  return (schema.properties ?? schema.oneOf) === undefined ? typeOf(schema).replace('map', 'object') : 'object';
}

function factsTable(): string {
  const { properties = {}, required = [] } = z.toJSONSchema(Facts, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties).flatMap(([name, field]) => {
    if (typeof field !== 'object') return [];
    const preset = field.default === undefined ? '' : code(JSON.stringify(field.default));
    const inner = Object.entries(field.properties ?? {}).flatMap(([part, schema]) =>
      typeof schema === 'object' && schema.description !== undefined
        ? [[code(`${name}.${part}`), field.required?.includes(part) ? 'mandatory' : '', '', schema.description]]
        : [],
    );
    return [[code(name), required.includes(name) ? 'mandatory' : '', preset, field.description ?? ''], ...inner];
  });
  return table(['fact', '', 'default', 'meaning'], rows);
}

function checksTable(): string {
  const rows = CHECKS.map(({ id, rule, source, parts }) => [
    code(id),
    rule,
    source,
    parts.length === Object.keys(CONNECTOR_PARTS).length ? 'all' : parts.map(code).join(', '),
  ]);
  return table(['check', 'rule', 'source', 'parts'], rows);
}

/** Returns the page with the text between its marks replaced; throws for a missing mark. */
export function filled(page: string, sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections).reduce((text, [name, section]) => {
    const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`a page has no marks for ${name}`);
    return `${text.slice(0, from + begin.length)}\n\n${wrapped(section)}\n\n${text.slice(to)}`;
  }, page);
}
