import { checkExemption, identifyPsu, readSigningRules, refersTo, verifyPassword } from '@xs2a/contracts';
import { type Check, SIGNING_PARTS } from '../check.ts';
import { demand } from '../fault.ts';
import type { Session } from '../session.ts';
import { consentContent } from './samples.ts';

const NO_COMPANY = 'connector-check-no-company';
const TIMED = 7;
/** Milliseconds and factor by which two answers may differ without revealing which is which. */
const SAME_TIME = { ms: 15, factor: 2 };

/** Checks of PSU identification, first factor and signing rules. */
export const PSU_CHECKS: readonly Check[] = [
  {
    id: 'psu.known',
    rule: 'a PSU is known with its SCA methods and its accounts',
    source: 'bank.identifyPsu',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const { psuId, account } = session.facts.psu;
      const psu = await session.ask(identifyPsu, { psuId });
      demand(psu.known, 'the PSU of the facts is not known');
      const own = psu.accounts.some(({ reference, currency }) => refersTo(account, { ...reference, currency }));
      demand(own, 'the account of the facts is not among its accounts');
      return `${psu.scaMethods.length} methods, ${psu.accounts.length} accounts`;
    },
  },
  {
    id: 'psu.unknown',
    rule: 'an unknown PSU is `known: false`, and no refusal',
    source: 'bank.identifyPsu',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const psu = await session.ask(identifyPsu, { psuId: session.facts.unknownPsu });
      demand(!psu.known && psu.corporateIdUnknown === undefined, 'it is known, or its company is said to be unknown');
    },
  },
  {
    id: 'psu.company-unknown',
    rule: 'a company that is no customer is reported, for any PSU',
    source: 'bank.identifyPsu',
    parts: SIGNING_PARTS,
    run: async (session) => {
      for (const psuId of [session.facts.psu.psuId, session.facts.unknownPsu]) {
        const psu = await session.ask(identifyPsu, { psuId, corporateId: NO_COMPANY });
        demand(!psu.known && psu.corporateIdUnknown === true, 'corporateIdUnknown is not told');
      }
    },
  },
  {
    id: 'psu.password',
    rule: 'the right password is accepted, a wrong one is not',
    source: 'bank.verifyPassword',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const { psuId, password } = session.facts.psu;
      demand((await session.ask(verifyPassword, { psuId, password })).verified, 'the right password is not verified');
      const wrong = await session.ask(verifyPassword, { psuId, password: `${password}-` });
      demand(!wrong.verified && !wrong.blocked, 'a wrong password is verified, or blocks');
    },
  },
  {
    id: 'psu.no-oracle',
    rule: 'an unknown PSU and a wrong password get the same answer',
    source: 'bank.verifyPassword, decision 21',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const wrong = await session.ask(verifyPassword, wrongPassword(session));
      const unknown = await session.ask(verifyPassword, unknownPsu(session));
      demand(JSON.stringify(wrong) === JSON.stringify(unknown), 'the two answers differ');
    },
  },
  {
    id: 'psu.same-time',
    rule: 'an unknown PSU and a wrong password take the same time',
    source: 'bank.verifyPassword, decision 21',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const wrong: number[] = [];
      const unknown: number[] = [];
      for (let turn = 0; turn < TIMED; turn++) {
        wrong.push((await session.send(verifyPassword, wrongPassword(session))).ms);
        unknown.push((await session.send(verifyPassword, unknownPsu(session))).ms);
      }
      const [one, other] = [median(wrong), median(unknown)];
      const said = `${one.toFixed(1)} ms for a wrong password, ${other.toFixed(1)} ms for an unknown PSU`;
      const differ =
        Math.abs(one - other) > SAME_TIME.ms && Math.max(one, other) > SAME_TIME.factor * Math.min(one, other);
      demand(!differ, said);
      return said;
    },
  },
  {
    id: 'psu.blocked',
    rule: 'a blocked PSU is reported only with its password, and is unknown otherwise',
    source: 'bank.verifyPassword, bank.identifyPsu',
    parts: SIGNING_PARTS,
    lacks: ({ blockedPsu }) => (blockedPsu ? undefined : 'blockedPsu'),
    run: async (session) => {
      const { psuId = '', password = '' } = session.facts.blockedPsu ?? {};
      const right = await session.ask(verifyPassword, { psuId, password });
      demand(!right.verified && right.blocked === true, 'with its password it is not said to be blocked');
      const wrong = await session.ask(verifyPassword, { psuId, password: `${password}-` });
      demand(!wrong.verified && wrong.blocked === undefined, 'with a wrong password it is said to be blocked');
      demand(!(await session.ask(identifyPsu, { psuId })).known, 'bank.identifyPsu knows it');
    },
  },
  {
    id: 'psu.signing-rules',
    rule: 'the number of signatures for an account is the same before and after its PSU is known',
    source: 'bank.readSigningRules, decision 20',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const { psuId, account } = session.facts.psu;
      const { signaturesNeeded } = await session.ask(readSigningRules, { accounts: [account] });
      const psu = await session.ask(identifyPsu, { psuId });
      const own = psu.known
        ? psu.accounts.filter(({ reference, currency }) => refersTo(account, { ...reference, currency }))
        : [];
      const known = Math.max(...own.map((one) => one.signaturesNeeded));
      demand(signaturesNeeded === known, `${signaturesNeeded} before, ${known} after`);
    },
  },
  {
    id: 'psu.signing-rules-unknown',
    rule: 'an unknown account needs one signature; an unknown company is reported',
    source: 'bank.readSigningRules',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const accounts = [{ iban: session.facts.unknownIban }];
      const rules = await session.ask(readSigningRules, { accounts, corporateId: NO_COMPANY });
      demand(rules.signaturesNeeded === 1, `it needs ${rules.signaturesNeeded}`);
      demand(rules.companyKnown === false, 'companyKnown is not false');
    },
  },
  {
    id: 'psu.exemption',
    rule: 'whether a second factor is needed is answered, for a consent and for a payment',
    source: 'bank.checkExemption, RTS 2018/389, Art. 10 to 18',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const { psuId, account } = session.facts.psu;
      const { body, paymentService, paymentProduct } = session.payment();
      const { instructedAmount, creditorName, creditorAccount } = body;
      const payment = { instructedAmount, creditorName, creditorAccount, debtorAccount: account };
      const content = { kind: 'payment', paymentService, paymentProduct, ...payment } as const;
      const answer = await session.send(checkExemption, { psuId, content });
      if (answer.kind === 'nobody') return 'not offered: nobody is exempted';
      await session.ask(checkExemption, { psuId, content });
      await session.ask(checkExemption, { psuId, content: consentContent(session) });
    },
  },
];

function wrongPassword({ facts }: Session): { psuId: string; password: string } {
  return { psuId: facts.psu.psuId, password: 'connector-check-wrong' };
}

function unknownPsu({ facts }: Session): { psuId: string; password: string } {
  return { psuId: facts.unknownPsu, password: 'connector-check-wrong' };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
