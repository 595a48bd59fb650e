import { PARTICIPANTS, type Participant } from '@xs2a/contracts';
import { writeIdentities } from '@xs2a/service-kit';
import type { Result } from '../command/command.ts';
import { UnusableArguments } from '../command/refusals.ts';

interface Asked {
  readonly out: string;
  readonly sandbox: boolean;
  readonly rotate: readonly string[];
}

const isParticipant = (name: string): name is Participant => (PARTICIPANTS as readonly string[]).includes(name);

export function makeIdentities({ out, sandbox, rotate }: Asked): Result {
  const unknown = rotate.find((name) => !isParticipant(name));
  if (unknown !== undefined) {
    throw new UnusableArguments(`--rotate: there is no participant ${unknown}; there are ${PARTICIPANTS.join(', ')}.`);
  }
  const renewed = writeIdentities(out, { sandbox, rotate: rotate.filter(isParticipant) });
  const news = renewed.length === 0 ? 'Everybody has an identity.' : `New: ${renewed.join(', ')}.`;
  return { text: `${news} See ${out}.`, document: { folder: out, renewed } };
}
