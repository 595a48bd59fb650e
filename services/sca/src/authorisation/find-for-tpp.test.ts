import { readScaStatus } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { describe, expect, it } from 'vitest';

const [ONE, TWO] = ['psu-corporate-1', 'psu-corporate-2'] as const;

const services = forAllTests(() => startServices('bank', 'sca'));

const parent = { kind: 'payment', id: crypto.randomUUID() } as const;
const withTokenOf = (psuId: string) => ({ tpp: { ...TPP, roles: [...TPP.roles], onBehalfOf: { psuId } }, parent });

/** An authorisation for the second signer of a parent that one PSU has approved. */
async function forSecondSigner(psu?: { psuId: string }): Promise<TppAuthorisation> {
  const content = transferFrom(IBAN.corporate);
  const authorisation = new TppAuthorisation(services.bus, { parent, content, signedBy: [ONE], ...(psu && { psu }) });
  await authorisation.start();
  return authorisation;
}

describe('an access token (decision 97)', () => {
  it('neither reads nor updates an authorisation for which another PSU was named', async () => {
    const authorisation = await forSecondSigner({ psuId: TWO });
    const other = withTokenOf('psu-empty');
    const read = services.bus.ask(readScaStatus, { ...other, authorisationId: authorisation.id });
    expect(await situationOf(read)).toBe('tokenInvalid');
    const password = { kind: 'authentication', password: `${TWO}-pass` } as const;
    expect(await situationOf(authorisation.update(password, other))).toBe('tokenInvalid');
    expect(await authorisation.update(password, withTokenOf(TWO))).toMatchObject({ scaStatus: 'psuAuthenticated' });
  });

  it('of a further signer reads and updates an authorisation for which no PSU was named', async () => {
    const authorisation = await forSecondSigner();
    const own = withTokenOf(TWO);
    const read = await services.bus.ask(readScaStatus, { ...own, authorisationId: authorisation.id });
    expect(read.scaStatus).toBe('received');
    const identified = await authorisation.update({ kind: 'identification' }, { ...own, psu: { psuId: TWO } });
    expect(identified.scaStatus).toBe('psuIdentified');
  });
});
