import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Holder, readLinkReference, TAKES_HELD_AUTHORISATIONS } from '@xs2a/contracts';
import { type Kit, readKeysFolder, writeServiceKeys } from '@xs2a/service-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HeldLinks } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'links-'));
  writeServiceKeys(folder, ['consent', 'payments']);
});
afterEach(() => rmSync(folder, { recursive: true }));

const holder: Holder = { kind: 'consent', id: crypto.randomUUID() };
const peers = (...abilities: string[]): Kit['peers'] => ({
  allCan: (service, ability) => service === 'sca' && abilities.includes(ability),
  onChange: () => undefined,
});
const links = (service: 'consent' | 'payments' = 'consent', can = peers(TAKES_HELD_AUTHORISATIONS)): HeldLinks =>
  new HeldLinks(service, { keys: readKeysFolder(folder), peers: can });
const keyOf = (made: HeldLinks): string => made.keyForNew() ?? '';

describe('the link of an authorisation held by its parent', () => {
  it('has a secret of 256 bits, which every replica of this service derives alike for this parent', () => {
    const [one, other] = [links(), links()];
    const reference = one.referenceOf(holder, keyOf(one));
    expect(other.referenceOf(holder, keyOf(one))).toBe(reference);
    expect(Buffer.from(readLinkReference(reference)?.secret ?? '', 'base64url')).toHaveLength(32);
    expect(other.fits(reference, holder, keyOf(one))).toBe(true);
    const another = { ...holder, id: crypto.randomUUID() };
    const payments = links('payments');
    const wrong = [
      one.referenceOf(another, keyOf(one)),
      one.referenceOf({ ...holder, kind: 'fundsConsent' }, keyOf(one)),
      payments.referenceOf(holder, keyOf(payments)),
      reference.slice(0, -1),
    ];
    for (const sent of wrong) expect(one.fits(sent, holder, keyOf(one))).toBe(false);
  });

  it('is unchanged when the keys are renewed, as long as the previous generation exists', () => {
    const before = links();
    const linkKey = keyOf(before);
    const reference = before.referenceOf(holder, linkKey);
    writeServiceKeys(folder, ['consent', 'payments'], { rotate: true });
    const after = links();
    expect(keyOf(after)).not.toBe(linkKey);
    expect(after.referenceOf(holder, linkKey)).toBe(reference);
    expect(after.fits(reference, holder, linkKey)).toBe(true);
    expect(after.fits(reference, holder, 'gone')).toBe(false);
  });

  it('is only created while every replica of sca can take over held authorisations', () => {
    expect(links('consent', peers()).keyForNew()).toBeUndefined();
    expect(links('consent', peers('somethingElse')).keyForNew()).toBeUndefined();
    expect(links().keyForNew()).toBeDefined();
  });
});
