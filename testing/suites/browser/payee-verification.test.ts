import { forAllTests, hrefOf, pain001, type TppAnswer } from '@xs2a/test-kit';
import { BULKS, IBAN, PAYEE, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { describe, expect, it } from 'vitest';
import { openBrowserAt } from './browser-at-portal.ts';
import { keep, PHONE } from './check-page.ts';

const psu = forAllTests(() => openBrowserAt(sharedSystem()));

const payTo = (iban: string): Promise<TppAnswer> => {
  const order = paymentOrder({ creditorName: 'Maria Kovac', creditorAccount: { iban } });
  return psu.tpp.post('/v1/payments/sepa-credit-transfers', order, { headers: REDIRECT_HEADERS });
};

const WORDS = {
  hr: {
    closeMatch: 'Djelomično podudaranje',
    noMatch: 'Nema podudaranja',
    noRefund: 'nije dužna vratiti',
    differing: 'Imena koja se razlikuju: 2 od 3',
  },
  en: {
    closeMatch: 'Close match',
    noMatch: 'No match',
    noRefund: 'need not refund',
    differing: '2 of 3 payees differ',
  },
} as const;

describe.each(['hr', 'en'] as const)('the page of a PSU, in %s', (language) => {
  const words = WORDS[language];
  const locale = language === 'hr' ? 'hr-HR' : 'en-GB';

  /** Signs in at the link of an authorisation, and returns the page and its text. */
  async function signIn(created: TppAnswer) {
    expect(created.status, created.text).toBe(201);
    const page = await psu.openPage({ ...PHONE, locale }, hrefOf(created, 'scaRedirect'));
    await psu.enterPassword(page);
    await page.waitForSelector('.remark');
    return { page, text: (await page.textContent('main')) ?? '' };
  }

  it('shows a close match with the name at the bank first, before anything is approved', async () => {
    const { page, text } = await signIn(await payTo(PAYEE.closeMatch));
    expect(text).toContain(words.closeMatch);
    expect(text.indexOf('Marija Kovačević')).toBeGreaterThan(-1);
    expect(text.indexOf('Marija Kovačević')).toBeLessThan(text.indexOf('Maria Kovac'));
    await keep(page, `payee-close-match-${language}`);
    await page.context().close();
  });

  it('warns of no match, with declining as prominent as approving, and blocks nothing', async () => {
    const created = await payTo(PAYEE.noMatch);
    const { page, text } = await signIn(created);
    expect(text).toContain(words.noMatch);
    expect(text).toContain(words.noRefund);
    expect(text).not.toContain('Marija');
    expect(await page.getAttribute('form.decline button', 'class')).toBe('main');
    await keep(page, `payee-no-match-${language}`);
    await psu.choose(page, 'sms');
    await page.waitForSelector('input[name=code]');
    expect(await page.textContent('main')).toContain(words.noMatch);
    await psu.enterCode(page);
    await expect
      .poll(async () => (await psu.tpp.follow(created, 'scaStatus')).body['scaStatus'], { timeout: 10_000 })
      .toBe('finalised');
    await page.context().close();
  });

  it('counts the payees of a bulk that differ, and lists them', async () => {
    const transfers = [PAYEE.match, PAYEE.closeMatch, PAYEE.noMatch].map((creditorIban, index) => ({
      amount: `${index + 1}.00`,
      creditorIban,
    }));
    const xml = pain001({ blocks: [{ debtorIban: IBAN.savings, transfers }] });
    const headers = { ...REDIRECT_HEADERS, 'Content-Type': 'application/xml' };
    const { page, text } = await signIn(await psu.tpp.post(BULKS, xml, { headers }));
    for (const shown of [words.differing, words.noMatch, `${words.closeMatch}: Marija Kovačević`]) {
      expect(text).toContain(shown);
    }
    await keep(page, `payees-of-bulk-${language}`);
    await page.context().close();
  });
});
