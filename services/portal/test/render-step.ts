import type { ScaView } from '@xs2a/contracts';
import { pageStyle } from '@xs2a/page-style';
import { type ApprovalPosition, approvalPage } from '../src/approval/approval-page.ts';
import { type Language, WORDS } from '../src/rendering/languages.ts';
import { renderPage } from '../src/rendering/render-page.ts';
import type { Visitor } from '../src/rendering/visitor.ts';

/** Pages of a bank without a brand. */
export const NEUTRAL = {
  style: pageStyle({ profile: { aspspName: 'Banka d.d.' }, profileFile: 'hr-full', isSandbox: false }),
};

function visitor(language: Language, state?: string): Visitor {
  return { language, words: WORDS[language], languageLinks: [], ...(state !== undefined && { state }) };
}

/** View of a payment, and of a consent, before the sign-in. */
export function paymentView(given: Partial<ScaView> = {}, content: Record<string, unknown> = {}): ScaView {
  const payment = {
    kind: 'payment' as const,
    paymentService: 'payments',
    paymentProduct: 'sepa-credit-transfers',
    instructedAmount: { currency: 'EUR', amount: '1234.56' },
    debtorAccount: { iban: 'HR2799900051100000019' },
    creditorName: 'Knjižara',
    creditorAccount: { iban: 'DE89370400440532013000' },
    ...content,
  };
  return {
    authorisationId: 'a1',
    step: 'authentication',
    scaStatus: 'received',
    tppName: 'TPP',
    content: payment,
    ...given,
  };
}

export function consentView(given: Partial<ScaView> = {}): ScaView {
  const account = { iban: 'HR2799900051100000019' };
  const rights = ['accounts' as const, 'balances' as const];
  const grants = [{ account, rights }];
  const content = {
    kind: 'consent' as const,
    model: 'detailed' as const,
    grants,
    rights,
    recurring: true,
    validUntil: '2027-05-20',
    frequencyPerDay: 4,
  };
  return { ...paymentView(), content, ...given };
}

export function fundsConsentView(given: Partial<ScaView> = {}, content: Record<string, unknown> = {}): ScaView {
  const accounts = [{ iban: 'HR2799900051100000019' }];
  return { ...paymentView(), content: { kind: 'fundsConsent' as const, accounts, ...content }, ...given };
}

/** Returns the HTML of the PSU's present step. */
export function renderStep(
  view: ScaView,
  language: Language,
  given: Partial<ApprovalPosition> & { state?: string } = {},
): string {
  const { state, ...position } = given;
  const who = visitor(language, state);
  const { name, page } = approvalPage({ view, action: '/sca/link', token: 'token', ...position }, who);
  return renderPage(name, page, who, NEUTRAL);
}
