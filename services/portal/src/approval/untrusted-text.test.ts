import type { ScaContent, ScaStep, ScaView } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { basket, bulk, CONTENTS, payment, standingOrder } from '../../test/fixtures.ts';
import { fundsConsentView, paymentView, renderStep } from '../../test/render-step.ts';
import { readNote, writeNote } from '../visits/note.ts';

const LANGUAGES = ['hr', 'en'] as const;
const STEPS: readonly ScaStep[] = ['authentication', 'methodSelection', 'transactionAuthorisation', 'result'];
const METHOD = { authenticationMethodId: 'sms', authenticationType: 'SMS_OTP' as const, name: 'SMS' };
const ATTACKS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '</title><script>1</script>',
  '<%= it.token %>',
  '&lt;b&gt;',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '--><form action=//evil.example>',
];

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
const tagsOf = (html: string) => [...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag);

function standing(step: ScaStep, view: ScaView): ScaView {
  return {
    ...view,
    step,
    scaMethods: [METHOD],
    chosenScaMethod: METHOD,
    ...(step === 'result' && { scaStatus: 'finalised' as const }),
  };
}

/** Returns a page of each kind with this text wherever it shows text from outside. */
function pagesWith(text: string, step: ScaStep): string[] {
  const method = { ...METHOD, authenticationMethodId: text, name: text };
  const order = { creditorName: text, remittanceInformation: text, paymentProduct: text };
  const standing = { ...standingOrder, ...order, frequency: text, executionRule: text };
  const payees = bulk.payees.map((payee) => ({ ...payee, creditorName: text }));
  const contents: ScaContent[] = [
    { ...payment, ...order },
    standing,
    { ...bulk, payees, paymentProduct: text },
    { kind: 'cancellation', payment: standing },
    { ...basket, members: [standing, payment] },
    CONTENTS.consent,
    { ...CONTENTS.fundsConsent, cardInformation: text, registrationInformation: text },
  ];
  return contents.map((content) => {
    const view = {
      ...paymentView({ content, step, tppName: text, psu: { psuId: 'p', name: text } }),
      scaMethods: [method],
      chosenScaMethod: method,
      accountNames: { HR2799900051100000019: text },
      challenge: { additionalInformation: text },
      ...(step === 'result' && { scaStatus: 'finalised' as const }),
    };
    return renderStep(view, 'hr', { state: text });
  });
}

it.each([...STEPS, 'deviceApproval'] as const)(
  'at %s whatever comes from outside is shown as text, in every kind of order',
  (step) => {
    const harmless = pagesWith('harmless', step);
    for (const attack of ATTACKS) {
      for (const [index, html] of pagesWith(attack, step).entries()) {
        expect(tagsOf(html)).toEqual(tagsOf(harmless[index] ?? ''));
        expect(html).toContain(escaped(attack));
        // Every quotation mark of a text is escaped: none ends an attribute.
        expect(html.split('"')).toHaveLength(harmless[index]?.split('"').length ?? 0);
      }
    }
  },
);

describe.each(LANGUAGES)('pages in %s', (language) => {
  it.each(STEPS)('at %s there is one main heading, one main landmark and the language of the page', (step) => {
    const html = renderStep(standing(step, paymentView()), language);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html.match(/<main/g)).toHaveLength(1);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toMatch(/<script|style=|https?:\/\//);
  });

  it('amount and payee precede the field of the code', () => {
    const text = renderStep(standing('transactionAuthorisation', paymentView()), language).replaceAll('\u00A0', ' ');
    const amount = text.indexOf(language === 'hr' ? '1.234,56 EUR' : 'EUR 1,234.56');
    expect(amount).toBeGreaterThan(0);
    expect(text.indexOf('Knjižara')).toBeGreaterThan(amount);
    expect(text.indexOf('name="code"')).toBeGreaterThan(text.indexOf('Knjižara'));
  });

  it('a consent to confirm funds shows requester, purpose, account and card, and its end', () => {
    const content = { maskedPan: '453200******0017', cardInformation: 'Visa', registrationInformation: 'Since May' };
    const [what, forEver, day] =
      language === 'hr'
        ? ['Provjera je li iznos raspoloživ', 'do opoziva', 'do 20. 5. 2027.']
        : ['To check whether an amount is available', 'until withdrawn', 'until 20 May 2027'];
    for (const step of STEPS) {
      const endless = renderStep(standing(step, fundsConsentView({ tppName: 'Card issuer' }, content)), language);
      for (const shown of [
        'Card issuer',
        what,
        'HR27 9990 0051 1000 0001\u00A09',
        '4532 00** **** 0017',
        'Visa',
        'Since May',
        forEver,
      ]) {
        expect(endless, step).toContain(shown);
      }
      const ending = renderStep(standing(step, fundsConsentView({}, { validUntil: '2027-05-20' })), language);
      expect(ending.replaceAll('\u00A0', ' '), step).toContain(day);
      for (const absent of [forEver, '4532', 'Visa']) expect(ending, step).not.toContain(absent);
    }
  });

  it.each(['credentialsInvalid', 'codeInvalid'] as const)(
    '%s is announced with the attempts left, beside the field',
    (problem) => {
      const step = problem === 'codeInvalid' ? 'transactionAuthorisation' : 'authentication';
      const html = renderStep(standing(step, paymentView({ problem, attemptsLeft: 2 })), language);
      expect(html).toMatch(/role="alert">\s*<p>[^<]*2/);
      expect(html).toMatch(/aria-invalid="true" aria-describedby="notice/);
      expect(renderStep(standing(step, paymentView()), language)).not.toContain('role="alert"');
    },
  );
});

describe('the last page', () => {
  const ended = (given: Partial<ScaView>) => paymentView({ step: 'result', ...given });

  it('leads back to the TPP with its state', () => {
    const view = ended({ scaStatus: 'finalised', returnUri: 'https://tpp.example/back?a=1' });
    expect(renderStep(view, 'en', { state: 'x&y' })).toContain('href="https://tpp.example/back?a=1&amp;state=x%26y"');
  });

  it('without a return address says that the window may be closed, and never links an unsafe one', () => {
    for (const view of [
      ended({ scaStatus: 'finalised' }),
      ended({ scaStatus: 'finalised', returnUri: 'javascript:alert(1)' }),
    ]) {
      const html = renderStep(view, 'en');
      expect(html).toContain('You can close this window now.');
      expect(html).not.toContain('javascript:');
    }
  });

  it.each([
    ['finalised', undefined, 'Payment approved'],
    ['unconfirmed', undefined, 'Payment approved'],
    ['exempted', undefined, 'Payment approved'],
    ['failed', 'declined', 'You have declined'],
    ['failed', undefined, 'Not approved'],
    // Data carried by a browser never turns an approval into a refusal.
    ['finalised', 'declined', 'Payment approved'],
  ] as const)('%s with note %s says: %s', (scaStatus, note, heading) => {
    const html = renderStep(ended({ scaStatus }), 'en', { note: readNote(note) });
    expect(html).toContain(`<h1>${heading}</h1>`);
  });
});

describe('a note shown once', () => {
  it('is read back as it was written', () => {
    expect(readNote(writeNote({ word: 'codeInvalid', attemptsLeft: 2 }))).toEqual({
      word: 'codeInvalid',
      attemptsLeft: 2,
    });
    expect(readNote(writeNote({ word: 'codeSent' }))).toEqual({ word: 'codeSent' });
    const failed = { word: 'credentialsInvalid', attemptsLeft: 4, psuId: 'ana.šimić@"<b>.hr' } as const;
    expect(readNote(writeNote(failed))).toEqual(failed);
  });

  it.each([
    undefined,
    '',
    'constructor',
    'codeInvalid.',
    'codeInvalid.-1',
    'codeInvalid.1<b>',
    'codeInvalid~',
    'toString.2',
  ])('%j says nothing', (text) => {
    expect(readNote(text)).toBeUndefined();
  });
});

describe('the picture of a challenge', () => {
  const at = (image: string) =>
    renderStep(standing('transactionAuthorisation', paymentView({ challenge: { image } })), 'en');

  it('is shown if it is an embedded picture', () => {
    expect(at('data:image/png;base64,iVBORw0KGgo=')).toContain('src="data:image/png;base64,iVBORw0KGgo="');
    expect(at('iVBORw0KGgo=')).toContain('src="data:image/png;base64,iVBORw0KGgo="');
  });

  it.each(['https://evil.example/p.png', 'data:text/html;base64,PHNjcmlwdD4=', 'javascript:alert(1)'])(
    '%s is not fetched',
    (image) => {
      expect(at(image)).not.toContain('class="challenge"');
    },
  );
});
