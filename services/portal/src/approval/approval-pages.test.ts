import {
  ACCOUNT_NOT_PROVIDED,
  type BulkVerification,
  type PayeeVerification,
  type ScaContent,
  type ScaMethod,
  type ScaStep,
  type ScaView,
} from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { basket, bulk, CONTENTS, cancellation, payment, standingOrder } from '../../test/fixtures.ts';
import { consentView, paymentView, renderStep } from '../../test/render-step.ts';
import { readNote } from '../visits/note.ts';

const LANGUAGES = ['hr', 'en'] as const;
const KINDS = Object.keys(CONTENTS) as ScaContent['kind'][];
const STEPS: readonly ScaStep[] = [
  'authentication',
  'methodSelection',
  'transactionAuthorisation',
  'deviceApproval',
  'result',
];
const SMS = { authenticationMethodId: 'sms', authenticationType: 'SMS_OTP' as const, name: 'SMS ***-**-17' };
const PUSH = { authenticationMethodId: 'push', authenticationType: 'PUSH_OTP' as const, name: 'Pixel 9' };

function viewAt(step: ScaStep, content: ScaContent, given: Partial<ScaView> = {}): ScaView {
  return {
    ...paymentView(),
    content,
    step,
    scaMethods: [SMS, PUSH],
    chosenScaMethod: step === 'deviceApproval' ? PUSH : SMS,
    ...(step === 'result' && { scaStatus: 'finalised' as const }),
    ...given,
  };
}

/** Returns the visible text of a page, with spaces collapsed. */
function textOf(view: ScaView, language: 'hr' | 'en', given: Parameters<typeof renderStep>[2] = {}): string {
  const html = renderStep(view, language, given).replace(/^[\s\S]*<main/, '<main');
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\s\u00A0]+/g, ' ');
}

/** Returns the labels of the summary in the order of the page. */
function labelsOf(view: ScaView): string[] {
  return Array.from(renderStep(view, 'en').matchAll(/<dt>([^<]*)<\/dt>/g), ([, label = '']) => label);
}

describe('the rows of a summary', () => {
  it.each(KINDS)('of a %s keep their order from step to step', (kind) => {
    const steps: ScaStep[] = ['authentication', 'methodSelection', 'transactionAuthorisation', 'deviceApproval'];
    const [first = [], ...others] = steps.map((step) => labelsOf(viewAt(step, CONTENTS[kind])));
    for (const labels of others) expect(labels.filter((label) => first.includes(label))).toEqual(first);
  });
});

it('a product in XML has the words of the same product in JSON', () => {
  const words = (paymentProduct: string) =>
    textOf(viewAt('authentication', { ...CONTENTS.payment, paymentProduct }), 'en');
  expect(words('pain.001-instant-sepa-credit-transfers')).toBe(words('instant-sepa-credit-transfers'));
  expect(words('instant-sepa-credit-transfers')).not.toBe(words('sepa-credit-transfers'));
});

describe.each(LANGUAGES)('in %s', (language) => {
  const say = <T>(hr: T, en: T): T => (language === 'hr' ? hr : en);

  it.each(KINDS)('%s has the same title at every step, and at every ending', (kind) => {
    for (const step of STEPS) {
      const html = renderStep(viewAt(step, CONTENTS[kind]), language);
      expect(html.match(/<h1/g), step).toHaveLength(1);
      expect(html, step).not.toMatch(/undefined|\[object|<script|style=/);
    }
    const headings = (['finalised', 'exempted', 'failed'] as const).map((scaStatus) => {
      const html = renderStep(viewAt('result', CONTENTS[kind], { scaStatus }), language);
      return /<h1>([^<]+)<\/h1>\s*<p class="lead">([^<]+)/.exec(html)?.slice(1).join(' ');
    });
    expect(new Set(headings).size).toBe(3);
  });

  it.each(KINDS)('%s ends with its reference, and once the approval is complete with its consequences', (kind) => {
    const next = `<h2>${say('Što slijedi', 'What happens next')}</h2>`;
    const html = (given: Partial<ScaView>) => renderStep(viewAt('result', CONTENTS[kind], given), language);
    expect(html({})).toMatch(/class="reference">a1</);
    expect(html({})).toContain(next);
    // A consent can be withdrawn on the page that lists it.
    expect(html({}).includes('href="/permissions"')).toBe(/onsent/.test(kind));
    expect(html({ signatures: { needed: 2, given: 0 } })).not.toContain(next);
    expect(html({ scaStatus: 'failed' })).not.toContain(next);
  });

  it('an own account is shown with its name everywhere', () => {
    const iban = payment.debtorAccount.iban ?? '';
    const own = { ...payment, creditorAccount: payment.debtorAccount };
    for (const step of ['methodSelection', 'transactionAuthorisation', 'deviceApproval', 'result'] as const) {
      const html = renderStep(viewAt(step, own, { accountNames: { [iban]: 'Štednja' } }), language);
      expect(html.split('<span class="detail">Štednja'), step).toHaveLength(3);
    }
  });

  it('no two kinds have the same title, on the review page or on the button', () => {
    const headings = KINDS.map(
      (kind) => /<h1>([^<]+)/.exec(renderStep(viewAt('methodSelection', CONTENTS[kind]), language))?.[1],
    );
    const buttons = KINDS.map(
      (kind) =>
        /class="main">([^<]+)/.exec(renderStep(viewAt('transactionAuthorisation', CONTENTS[kind]), language))?.[1],
    );
    expect(new Set(headings).size).toBe(KINDS.length);
    expect(new Set(buttons).size).toBe(KINDS.length);
  });

  it.each(['methodSelection', 'transactionAuthorisation'] as const)(
    'a payee is shown with the result of its verification, at the step %s',
    (step) => {
      const page = (payeeVerification: PayeeVerification) =>
        renderStep(viewAt(step, { ...payment, creditorName: 'Maria Kovac', payeeVerification }), language);
      const declineButton = /<form class="decline"[\s\S]*?class="(\w+)"/;
      const match = page({ partyNameMatch: 'MTCH' });
      expect(match).toContain(`<span class="detail">${say('Podudaranje', 'Match')}`);
      expect(match).not.toContain('class="remark');
      expect(declineButton.exec(match)?.[1]).toBe('plain');
      const close = page({ partyNameMatch: 'CMTC', matchedName: 'Marija Kovač <b>' });
      const names = ['Marija Kovač &lt;b&gt;', 'Maria Kovac', say('Djelomično podudaranje', 'Close match')];
      const places = names.map((name) => close.indexOf(name));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
      for (const [partyNameMatch, title] of [
        ['NMTC', say('Nema podudaranja', 'No match')],
        ['NOAP', say('Provjera nije moguća', 'Check not possible')],
      ] as const) {
        const html = page({ partyNameMatch });
        expect(html).toContain(`<strong>${title}</strong>`);
        expect(html).toContain(say('nije dužna vratiti', 'need not refund'));
        expect(declineButton.exec(html)?.[1]).toBe('main');
      }
    },
  );

  it('an instant payment says at each step that it is fast and final; another payment does not', () => {
    const { payment } = CONTENTS;
    const instant = { ...payment, paymentProduct: 'instant-sepa-credit-transfers' } as typeof payment;
    const final = say('Plaćanje se ne može opozvati.', 'You cannot take the payment back.');
    for (const step of ['methodSelection', 'transactionAuthorisation', 'deviceApproval'] as const) {
      expect(textOf(viewAt(step, instant), language)).toContain(final);
      expect(textOf(viewAt(step, payment), language)).not.toContain(final);
    }
  });

  it('a bulk shows how many payees differ, and lists them with the names that their banks have', () => {
    const iban = { creditorAccount: { iban: 'HR8199910321000000021' }, instructedAmount: bulk.totals[0] as never };
    const payeeVerification: BulkVerification = {
      counts: { MTCH: 114, CMTC: 2, NMTC: 1, NOAP: 3 },
      inDoubt: [
        { creditorName: 'Drugi d.o.o.', ...iban, partyNameMatch: 'NMTC' },
        { creditorName: 'Maria Kovac', ...iban, partyNameMatch: 'CMTC', matchedName: 'Marija Kovačević' },
      ],
      resultsHash: 'hash',
    };
    const view = viewAt('transactionAuthorisation', { ...bulk, payeeVerification });
    const text = textOf(view, language);
    for (const shown of [
      say('Imena koja se razlikuju: 3 od 120', '3 of 120 payees differ'),
      say('moguće provjeriti: 3 od 120', '3 of 120 payees could not be checked'),
      say('Nema podudaranja', 'No match'),
      say('Djelomično podudaranje: Marija Kovačević', 'Close match: Marija Kovačević'),
      say('i još 4 primatelja', 'and 4 more payees'),
      say('nije dužna vratiti', 'need not refund'),
    ]) {
      expect(text).toContain(shown);
    }
    expect(renderStep(view, language)).toMatch(/<form class="decline"[\s\S]*?class="main"/);
    const counts = { MTCH: 120, CMTC: 0, NMTC: 0, NOAP: 0 };
    const match = { ...bulk, payeeVerification: { counts, inDoubt: [], resultsHash: 'hash' } };
    expect(textOf(viewAt('transactionAuthorisation', match), language)).toContain(
      say('Sva se imena podudaraju.', 'All names match.'),
    );
  });

  it('a standing order shows amount, payee, frequency, first and last execution before the code', () => {
    const text = textOf(viewAt('transactionAuthorisation', standingOrder), language);
    for (const shown of [
      say('50,00 EUR', 'EUR 50.00'),
      say('pri svakom izvršenju', 'at each execution'),
      'Stanarina d.o.o.',
      'DE89 3704 0044 0532 0130 00',
      say('Svaki mjesec posljednjeg dana u mjesecu', 'Every month on the last day of the month'),
      say('Najranije 1. 12. 2026.', '1 December 2026 at the earliest'),
      say('Najkasnije 30. 11. 2027.', '30 November 2027 at the latest'),
      say('Sljedećeg radnog dana', 'On the next banking day'),
    ]) {
      expect(text).toContain(shown);
    }
  });

  it.each([
    ['Weekly', undefined, undefined, ['Svaki tjedan', 'Every week']],
    [
      'Quarterly',
      '1',
      undefined,
      ['Svaka tri mjeseca 1. dana u mjesecu', 'Every three months on the 1st of the month'],
    ],
    [
      'MonthlyVariable',
      '15',
      ['12', '3'],
      ['u mjesecima: ožujak i prosinac, 15. dana u mjesecu', 'in March and December, on the 15th of the month'],
    ],
  ] as const)('%s on day %s is said in words', (frequency, dayOfExecution, monthsOfExecution, [hr, en]) => {
    const { dayOfExecution: _, endDate: __, ...order } = standingOrder;
    const content = {
      ...order,
      frequency,
      ...(dayOfExecution && { dayOfExecution }),
      ...(monthsOfExecution && { monthsOfExecution: [...monthsOfExecution] }),
    };
    const text = textOf(viewAt('methodSelection', content), language);
    expect(text).toContain(say(hr, en));
    expect(text).toContain(say('Do opoziva', 'Until cancelled'));
  });

  it('a bulk payment shows the total of each currency, number of transfers, payees, and how many more there are', () => {
    const text = textOf(viewAt('transactionAuthorisation', bulk), language);
    for (const shown of [
      say('Ukupno: 9.876,50 EUR', 'Total: EUR 9,876.50'),
      say('Ukupno: 100,00 USD', 'Total: USD 100.00'),
      say('Broj plaćanja 12', 'Number of transfers 12'),
      say('Ivo Ivić 700,00 EUR', 'Ivo Ivić EUR 700.00'),
      say('i još 10 plaćanja', 'and 10 more transfers'),
      say('24. 12. 2026.', '24 December 2026'),
    ]) {
      expect(text).toContain(shown);
    }
    const whole = textOf(viewAt('transactionAuthorisation', { ...bulk, numberOfTransactions: 2 }), language);
    expect(whole).not.toContain(say('i još', 'more transfer'));
  });

  it('a cancellation says so at every step, with the order that it ends; the order alone does not', () => {
    for (const step of STEPS) {
      const html = renderStep(viewAt(step, cancellation), language);
      expect(html, step).toMatch(/class="badge">(Opoziv|Cancellation)</);
      expect(html, step).toContain('Stanarina d.o.o.');
      expect(renderStep(viewAt(step, standingOrder), language), step).not.toContain('class="badge"');
    }
    const asked = textOf(viewAt('methodSelection', cancellation), language);
    expect(asked).toContain(say('NEĆE se više izvršavati', 'will NOT be carried out any more'));
    expect(asked).toContain(
      say('Nalog ostaje kakav jest i bit će izvršen.', 'The order stays as it is and will be carried out.'),
    );
  });

  it('a basket shows every member as it would be shown alone, and the totals', () => {
    const text = textOf(viewAt('transactionAuthorisation', basket), language);
    for (const shown of [
      say('Ukupno: 1.284,56 EUR', 'Total: EUR 1,284.56'),
      say('Broj naloga 3', 'Number of orders 3'),
      say('Plaćanje, 1. od 3', 'Payment, 1 of 3'),
      say('1.234,56 EUR', 'EUR 1,234.56'),
      say('Trajni nalog, 2. od 3', 'Standing order, 2 of 3'),
      say('Svaki mjesec', 'Every month'),
      say('Zatraženi pristup, 3. od 3', 'Requested access, 3 of 3'),
      'HR27 9990 0051 1000 0001 9',
      say('20. 5. 2027.', '20 May 2027'),
    ]) {
      expect(text).toContain(shown);
    }
  });

  it('if others must approve too, the page says so before the approval and after it', () => {
    const first = { signatures: { needed: 2, given: 0 } };
    const second = { signatures: { needed: 2, given: 1 } };
    const other = say('Osim Vas mora odobriti još jedna osoba.', 'One more person besides you must approve.');
    const completes = say('Vaše odobrenje je posljednje', 'yours is the last approval');
    expect(textOf(viewAt('methodSelection', payment, first), language)).toContain(other);
    expect(textOf(viewAt('methodSelection', payment, second), language)).toContain(completes);
    expect(textOf(viewAt('methodSelection', payment), language)).not.toContain(
      say('Potrebna odobrenja', 'Approvals needed'),
    );
    const title = (given: Partial<ScaView>) =>
      /<h1>([^<]+)/.exec(renderStep(viewAt('result', payment, given), language))?.[1];
    expect(title(first)).toBe(say('Zaprimili smo Vaše odobrenje', 'Your approval was received'));
    expect(title({ ...first, scaStatus: 'exempted' })).toBe(title(first));
    expect(title(second)).toBe(say('Plaćanje je odobreno', 'Payment approved'));
    expect(title({ ...first, scaStatus: 'failed' })).toBe(say('Nije odobreno', 'Not approved'));
  });

  it('shows a PSU that it has already approved, and that another person may have to approve', () => {
    const text = textOf(viewAt('authentication', payment, { problem: 'signedAlready' }), language);
    expect(text).toContain(
      say('Ako je potrebno još jedno odobrenje, daje ga druga ovlaštena osoba.', 'another authorised person gives it.'),
    );
  });

  it('only the last attempt is announced, with the consequence of a failure', () => {
    const warning = say('radi Vaše zaštite ovdje prekidamo', 'we stop here for your protection');
    for (const problem of ['credentialsInvalid', 'codeInvalid'] as const) {
      const step = problem === 'codeInvalid' ? 'transactionAuthorisation' : 'authentication';
      const left = (attemptsLeft: number) => textOf(viewAt(step, payment, { problem, attemptsLeft }), language);
      expect(left(1)).toContain(warning);
      expect(left(2)).not.toContain(warning);
    }
  });

  it('while the device is prompted, the page names the device and the details to compare, and offers another method or a refusal', () => {
    const html = renderStep(viewAt('deviceApproval', payment), language, { state: 'a&b' });
    const text = textOf(viewAt('deviceApproval', payment), language);
    expect(text).toContain('Pixel 9');
    expect(text).toContain(say('Usporedite ono što uređaj prikazuje', 'Compare what your device shows'));
    expect(text.indexOf('Knjižara')).toBeLessThan(text.indexOf('Pixel 9'));
    expect(html).toContain('href="/sca/link?state=a%26b"');
    expect(html).toContain('href="/sca/link?state=a%26b&amp;choose=method"');
    expect(html).toContain('action="/sca/link/decline"');
    expect(html).not.toContain('name="code"');
    const choice = renderStep(viewAt('deviceApproval', payment), language, { choosesMethod: true });
    expect(choice).toContain('name="authenticationMethodId"');
    expect(renderStep(viewAt('result', payment), language, { choosesMethod: true })).not.toContain('<input');
  });

  it('a refusal on a device is shown as no success, whatever the browser sends', () => {
    const html = renderStep(viewAt('result', payment, { scaStatus: 'failed' }), language, {
      note: readNote('codeSent'),
    });
    expect(html).toContain(`<h1>${say('Nije odobreno', 'Not approved')}</h1>`);
  });

  it('only the sign-in page passes the link to a phone as a picture', () => {
    const link = 'https://portal.example/sca/link?state=x';
    const picture = /src="(data:image\/svg\+xml;base64,[^"]+)"/;
    const at = (step: ScaStep, given = {}) => renderStep(viewAt(step, payment), language, { link, ...given });
    expect(at('authentication')).toMatch(picture);
    expect(at('authentication', { link: `${link}y` })).not.toContain(picture.exec(at('authentication'))?.[1]);
    expect(at('authentication', { link: undefined })).not.toMatch(picture);
    for (const step of STEPS.slice(1)) expect(at(step), step).not.toMatch(picture);
  });
});

describe('the page of the code', () => {
  const codePage = (authenticationType: ScaMethod['authenticationType'], challenge: ScaView['challenge'] = {}) => {
    const chosenScaMethod = { authenticationMethodId: 'other', authenticationType, name: 'Čitač 17' };
    return textOf(viewAt('transactionAuthorisation', payment, { chosenScaMethod, challenge }), 'en');
  };

  it.each([
    ['SMS_OTP', {}, 'We have sent you a code: Čitač 17.', 'payee in the message', 'Send a new code'],
    ['CHIP_OTP', {}, 'Enter the code that your reader shows: Čitač 17.', 'payee on the reader', 'Start again with'],
    ['PHOTO_OTP', { image: 'AAAA' }, 'Scan the picture', 'payee on the device', 'Show a new picture'],
  ] as const)(
    'of %s says where the code is, what to compare with it, and how to get another',
    (type, challenge, ...said) => {
      const text = codePage(type, challenge);
      for (const words of said) expect(text).toContain(words);
    },
  );

  it("has the bank's text for its picture instead of its own", () => {
    const text = codePage('PHOTO_OTP', { image: 'AAAA', additionalInformation: 'Use the app Token.' });
    expect(text).toContain('Use the app Token.');
    expect(text).not.toContain('Scan the picture');
  });

  it.each([
    ['fundsConsent', 1],
    ['consent', 0],
  ] as const)('of %s has in sight what is compared: %d account', (kind, inSight) => {
    const html = renderStep(viewAt('transactionAuthorisation', CONTENTS[kind]), 'en');
    const [seen = '', folded = ''] = html.split('<details class="folded">');
    expect([seen, folded].map((part) => part.match(/class="account-id"/g)?.length ?? 0)).toEqual([
      inSight,
      1 - inSight,
    ]);
    expect(seen.includes('until 20 May 2027')).toBe(kind === 'consent');
  });

  it('mentions no message if an authenticator app generates the code', () => {
    const text = codePage('TOTP');
    expect(text).toContain('Open your authenticator app');
    expect(text).not.toMatch(/Compare|sent you|new code/);
  });
});

it('accounts to choose from have their currency, and the first has the focus if none was chosen', () => {
  const offeredAccounts = [
    { key: 'a', reference: { iban: 'HR9899900051200000018', currency: 'USD' }, name: 'Multivalutni račun' },
    { key: 'b', reference: { iban: 'HR9899900051200000018', currency: 'CHF' }, name: 'Multivalutni račun' },
  ];
  const at = (given: Partial<ScaView>) =>
    renderStep(viewAt('methodSelection', CONTENTS.consent, { offeredAccounts, ...given }), 'hr');
  expect(at({})).toMatch(/8 USD<[\s\S]*8 CHF</);
  expect(at({})).not.toContain('autofocus');
  expect(at({ problem: 'accountsNotChosen' }).match(/value="[^"]*"[^>]* autofocus/g)).toEqual(['value="a" autofocus']);
});

it('all accounts of a consent may be chosen at once, and none is beforehand', () => {
  const offeredAccounts = ['a', 'b'].map((key) => ({ key, reference: { iban: 'HR2799900051100000019' }, name: key }));
  const html = (offered: typeof offeredAccounts) =>
    renderStep(viewAt('methodSelection', CONTENTS.consent, { offeredAccounts: offered }), 'en');
  expect(html(offeredAccounts)).toMatch(/name="allAccounts"[\s\S]*All of these accounts[\s\S]*name="accounts"/);
  expect(html(offeredAccounts)).not.toMatch(/type="checkbox"[^>]*checked/);
  expect(html(offeredAccounts.slice(1))).not.toContain('allAccounts');
});

it('the sign-in has the user ID that the TPP sent, or the one that the PSU has typed since', () => {
  const view = paymentView({ namedPsuId: 'psu-named' });
  expect(renderStep(view, 'en')).toMatch(/name="psuId"[^>]* value="psu-named"/);
  const note = { word: 'credentialsInvalid', psuId: 'psu-typed' } as const;
  expect(renderStep(view, 'en', { note })).toMatch(/name="psuId"[^>]* value="psu-typed"/);
});

it('one of the accounts that may pay an order is chosen, none beforehand', () => {
  const offeredAccounts = [
    { key: 'a', reference: { iban: 'HR2799900051100000019' }, name: 'Tekući račun' },
    { key: 'b', reference: { iban: 'HR0599900051100000027' }, name: 'Štednja' },
  ];
  const html = renderStep(
    viewAt(
      'methodSelection',
      { ...payment, debtorAccount: ACCOUNT_NOT_PROVIDED, accountChosenByPsu: true },
      { offeredAccounts },
    ),
    'en',
  );
  expect(html.match(/<input type="radio"[^>]*name="accounts"[^>]*>/g)).toHaveLength(2);
  expect(html).not.toMatch(/name="accounts"[^>]*checked/);
  expect(html).toContain('Which account do you want to pay from?');
  expect(html).toContain('You choose the account.');
  // Beside the code it is in sight, not among the details that are folded.
  const chosen = renderStep(viewAt('transactionAuthorisation', { ...payment, accountChosenByPsu: true }), 'en');
  expect(chosen.indexOf('From account')).toBeLessThan(chosen.indexOf('All details'));
});

it.each([
  ['hr', 'Ime vlasnika', 'imena vlasnika'],
  ['en', 'Name of the owner', 'names of the owners'],
] as const)('names of owners are told where the provider asks for them: %s', (language, ofAccount, ofAccounts) => {
  const pageOf = (change: object) => {
    const view = consentView();
    return renderStep({ ...view, content: { ...view.content, ...change } }, language);
  };
  const rights = ['accounts', 'balances'];
  const grant = { account: { iban: 'HR2799900051100000019' }, rights };
  expect(pageOf({ grants: [{ ...grant, ownerName: true }] })).toContain(ofAccount);
  expect(pageOf({ grants: [grant] })).not.toContain(ofAccount);
  const all = { model: 'allPsd2', grants: [], rights };
  expect(pageOf({ ...all, ownerName: true })).toContain(ofAccounts);
  expect(pageOf(all)).not.toContain(ofAccounts);
});
