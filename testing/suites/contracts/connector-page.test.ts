import { expect, it } from 'vitest';
import { connectorSections } from '../../../tools/gen/connector/sections.ts';

/** Lines of a field of the request in the section of an operation. */
function fieldOf(operation: string, name: string): string | undefined {
  const { told = '', toBank = '' } = connectorSections();
  const section = `${toBank}\n${told}`.split('### ').find((one) => one.startsWith(`${operation}\n`));
  const item = section?.split(/^- (?:request|reply)$/m).find((one) => one.includes(`field: \`${name}\``));
  return (item ?? section?.split('\n').find((line) => line.includes(`| \`${name}\` |`)))?.replaceAll(/\s+/g, ' ');
}

it('the connector page lists the values of a field that distinguishes alternatives', () => {
  expect(fieldOf('sca.reportApproval', 'verdict')).toContain('use: mandatory - type: one of `approved`, `declined`');
});

it.each(['psuId', 'contentHash', 'factors'])('the connector page requires %s only of an approval', (name) => {
  expect(fieldOf('sca.reportApproval', name)).toContain('use: mandatory with `verdict` `approved`');
});

it('the connector page requires name and accounts only of a known PSU', () => {
  expect(fieldOf('bank.identifyPsu', 'known')).toContain('true or false');
  for (const name of ['name', 'accounts']) {
    expect(fieldOf('bank.identifyPsu', name)).toContain('mandatory with `known` `true`');
  }
});
