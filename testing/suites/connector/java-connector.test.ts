import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFacts } from '@xs2a/connector-check/facts';
import { CONNECTOR_OPERATIONS } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { ROOT } from './connector-check.ts';

const EXAMPLE = join(ROOT, 'examples/java-connector');
const SOURCES = join(EXAMPLE, 'src/main/java/connector');
const SCHEMAS = join(ROOT, 'docs/connector');
/** Operations for the phone and the device. */
const TEST_OPERATIONS = ['bank.readInbox', 'bank.answerDevice'];
/** Optional operations that this bank lacks. */
const OPTIONAL = ['bank.checkExemption'];

interface Contract {
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly refusals: Readonly<Record<string, number>>;
}

const java = readdirSync(SOURCES)
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n');
// Generated: no checked-in state differs from the contracts.
const contract = JSON.parse(readFileSync(join(EXAMPLE, 'src/main/resources/contract.json'), 'utf8')) as Contract;

/** Returns the first group of every match in the sources. */
function named(pattern: RegExp): string[] {
  return [...new Set([...java.matchAll(pattern)].map(([, name = '']) => name))];
}

/** Collects the names of all fields in the contract, in any message. */
function fieldNames(schema: unknown, names = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return names;
  if ('properties' in schema) for (const name of Object.keys(schema.properties as object)) names.add(name);
  for (const inner of Object.values(schema)) fieldNames(inner, names);
  return names;
}

// The part that a machine without a JDK can check; examples/java-connector/check.sh runs the connector.
describe('the connector in Java', () => {
  it('listens on every operation of the features it offers, and on no other', () => {
    const { offers } = readFacts(join(EXAMPLE, 'facts.yaml'));
    const needed = CONNECTOR_OPERATIONS.filter(
      ({ way, optional, parts }) => way !== 'told' && !optional && parts.some((part) => offers.includes(part)),
    ).map(({ operation }) => operation.subject);
    const listens = named(/operations\.put\("([\w.]+)"/g).filter((subject) => !TEST_OPERATIONS.includes(subject));
    expect(listens.toSorted()).toEqual([...needed, ...OPTIONAL].toSorted());
  });

  it('uses only operations, error cases and values of the contract', () => {
    const told = CONNECTOR_OPERATIONS.filter(({ way }) => way === 'told').map(({ operation }) => operation.subject);
    const { refusals, words } = contract;
    expect(told).toEqual(expect.arrayContaining(named(/"((?:accounts|payments|sca)\.\w+)"/g)));
    expect(Object.keys(refusals)).toEqual(expect.arrayContaining(named(/new Refusal\("(\w+)"/g)));
    const reported = named(/\breport\(db, paymentId, ([^;]+)\);/g).flatMap((values) => values.match(/[A-Z]{4}/g) ?? []);
    expect(reported).toHaveLength(4);
    expect(words['transactionStatus']).toEqual(expect.arrayContaining(reported));
    const [, verdicts = ''] = /String said = ([^;]+);/.exec(java) ?? [];
    expect(words['verdict']).toEqual(expect.arrayContaining(verdicts.match(/\w+(?=")/g) ?? ['none']));
    const [, answers = ''] = /String verdict = request([^;]+);/.exec(java) ?? [];
    expect(words['verdict']).toEqual(
      expect.arrayContaining([...answers.matchAll(/"(\w+d)"/g)].map(([, word]) => word)),
    );
    expect(words['balanceType']).toEqual(expect.arrayContaining(named(/"((?:opening|closing|interim)\w+)"/g)));
    for (const field of ['bookingStatus', 'authenticationType', 'otpFormat', 'usage']) {
      const said = named(new RegExp(`addProperty\\("${field}", "(\\w+)"`, 'g'));
      expect(said, field).not.toEqual([]);
      expect(words[field], field).toEqual(expect.arrayContaining(said));
    }
  });

  it('reads and writes only fields of the contract', () => {
    const known = new Set(['messages', 'approve', 'answered']); // Of its telephone and device for tests.
    for (const file of readdirSync(SCHEMAS)) fieldNames(JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')), known);
    const used = named(/\b(?:add|addProperty|getAsJsonObject|has)\("(\w+)"/g).concat(
      named(/request\.get\("(\w+)"/g),
      named(/say\(\w+, "(\w+)"/g),
      named(/COPIED\w* =\s+List\.of\(([^)]+)\)/g).flatMap((list) => list.match(/\w+/g) ?? []),
    );
    expect(used.length).toBeGreaterThan(60);
    expect(used.filter((name) => !known.has(name) && !['requests', 'refusals'].includes(name))).toEqual([]);
  });
});
