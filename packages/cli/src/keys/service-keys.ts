import { KEY_HOLDERS, writeServiceKeys } from '@xs2a/service-kit';
import type { Result } from '../command/command.ts';
import { UnusableArguments } from '../command/refusals.ts';

interface Asked {
  readonly out: string;
  readonly rotate: boolean;
  readonly without: readonly string[];
}

export function makeServiceKeys({ out, rotate, without }: Asked): Result {
  const unknown = without.find((service) => !(KEY_HOLDERS as readonly string[]).includes(service));
  if (unknown !== undefined) {
    throw new UnusableArguments(`--without: there is no service ${unknown}; there are ${KEY_HOLDERS.join(', ')}.`);
  }
  const services = KEY_HOLDERS.filter((service) => !without.includes(service));
  const renewed = writeServiceKeys(out, services, { rotate });
  const news = renewed.length === 0 ? 'Every service has its keys.' : `New keys: ${renewed.join(', ')}.`;
  return { text: `${news} See ${out}.`, document: { folder: out, renewed } };
}
