import { describe, expect, it } from 'vitest';
import { findInRegister, type RegisterFinding, readRegister, reduceRegister } from './read-register.ts';

const NOTE = { disclaimer: 'This register has no legal significance.' };

/** An entity in the form of the EBA download. */
function entity(changed: object = {}, properties: object = {}): object {
  const own = {
    ENT_NAT_REF_COD: '0111027-9',
    ENT_NAM: ['Ime d.o.o.', 'Name Ltd'],
    ENT_COU_RES: 'HR',
    ENT_AUT: ['2020-01-01'],
    ...properties,
  };
  return {
    CA_OwnerID: 'HR_HNB',
    EntityCode: 'PSD_PI!HR_HNB!HR-7001',
    EntityType: 'PSD_PI',
    Properties: Object.entries(own).map(([name, value]) => ({ [name]: value })),
    Services: [{ HR: ['PS_070', 'PS_080'] }, { SI: 'PS_080' }],
    __EBA_EntityVersion: '20260814223344848',
    ...changed,
  };
}

const find = (one: unknown, id = 'PSDHR-HNB-01110279', country = 'HR'): RegisterFinding =>
  findInRegister(readRegister(JSON.stringify([[NOTE], [one]])), id, { day: '2026-11-22', country });

describe('the register of the EBA', () => {
  it('finds a provider by country and number in any notation', () => {
    for (const id of ['PSDHR-HNB-0111027-9', 'PSDHR-HANFA-01110279', 'VATHR-0111027 9', 'PSDHR-HNB-HR-7001']) {
      expect(find(entity(), id)).toMatchObject({
        finding: 'authorised',
        entry: { name: 'Name Ltd', authority: 'HR_HNB' },
      });
    }
    expect(find(entity(), 'PSDSI-BS-01110279').finding).toBe('absent');
    expect(find(entity(), 'PSDHR-HNB-1').finding).toBe('absent');
    expect(find(entity(), 'constructor').finding).toBe('absent');
  });

  it('returns the roles in the country of the bank: PS_070 payments, PS_080 accounts, PS_05A funds', () => {
    expect(find(entity())).toMatchObject({ roles: ['PISP', 'AISP'] });
    expect(find(entity(), undefined, 'SI')).toMatchObject({ roles: ['AISP'] });
    expect(find(entity({ Services: [{ HR: ['PS_05A', 'PS_060'] }] }))).toMatchObject({ roles: ['PIISP'] });
    expect(find(entity({ Services: undefined }))).toMatchObject({ roles: [] });
  });

  it.each([
    [['2020-01-01'], 'authorised'],
    ['2020-01-01', 'authorised'],
    [['2020-01-01', '2026-11-22'], 'withdrawn'],
    [['2020-01-01', '2026-11-23'], 'authorised'],
    [['2020-01-01', '2021-01-01', '2022-01-01'], 'authorised'],
    [['2026-11-23'], 'withdrawn'],
    [[], 'withdrawn'],
  ])('with dates %j reports %s: odd dates authorise, even ones withdraw', (dates, finding) => {
    expect(find(entity({}, { ENT_AUT: dates })).finding).toBe(finding);
  });

  it('returns the authorised one of several entries of a provider', () => {
    const old = entity(
      { EntityCode: 'PSD_AISP!HR_HNB!OLD', EntityType: 'PSD_AISP' },
      { ENT_AUT: ['2019-01-01', '2020-01-01'] },
    );
    const found = findInRegister(readRegister(JSON.stringify([old, entity()])), 'PSDHR-HNB-01110279', {
      day: '2026-11-22',
      country: 'HR',
    });
    expect(found).toMatchObject({ finding: 'authorised', entry: { entityCode: 'PSD_PI!HR_HNB!HR-7001' } });
  });

  it('ignores agents, branches and anything that is not an entity', () => {
    const agent = entity({ EntityType: 'PSD_AG' });
    expect(() => readRegister(JSON.stringify([agent, NOTE, 7, null]))).toThrow('no payment institution');
    expect(readRegister(JSON.stringify([agent, entity()])).size).toBe(1);
  });

  it('has the same findings after reduction to entities that may be TPPs', () => {
    const transfers = entity({ Services: [{ HR: ['PS_03A'] }] });
    const whole = JSON.stringify([
      [NOTE],
      [entity({}, { ENT_ADD: 'Ulica 1' }), transfers, entity({ EntityType: 'PSD_BR' })],
    ]);
    const reduced = JSON.stringify(reduceRegister(whole));
    expect(reduced).not.toContain('Ulica');
    const at = { day: '2026-11-22', country: 'HR' };
    expect(readRegister(reduced).size).toBe(1);
    expect(findInRegister(readRegister(reduced), 'PSDHR-HNB-01110279', at)).toEqual(find(entity()));
  });
});
