import { declineAuthorisation } from '@xs2a/contracts';
import { hrefOf, pain001, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { approveOnBus } from '../ask-as-gateway.ts';
import { BULKS, IBAN, paymentOrder, REDIRECT_HEADERS } from '../data/fixtures.ts';
import { startServicesOf, type TestServices } from './start-services.ts';

export const SEPA = '/v1/payments/sepa-credit-transfers';
export const PERIODIC = '/v1/periodic-payments/sepa-credit-transfers';
export const BASKETS = '/v1/signing-baskets';
export const EXPLICIT = { ...REDIRECT_HEADERS, 'TPP-Explicit-Authorisation-Preferred': 'true' } as const;
export const OTHER_TPP = 'PSDHR-HNB-OTHER';
/** A Monday and a banking day, eleven o'clock in Zagreb. */
export const MONDAY = '2027-02-01T10:00:00Z';
export const LATER = { requestedExecutionDate: '2027-02-05' } as const;
export const MONTHLY = { startDate: '2027-02-10', frequency: 'Monthly', dayOfExecution: '10' } as const;

/** Starts everything that payments need, in this process, on a Monday in 2027. */
export async function startPaymentServices(profile = 'hr-full'): Promise<PaymentServices> {
  const services = await startServicesOf(profile, 'gateway', 'bank', 'sca', 'consent', 'payments');
  services.clock.moveTo(MONDAY);
  return new PaymentServices(services);
}

/** A TPP over HTTP and a PSU that approves or declines its requests. */
export class PaymentServices implements AsyncDisposable {
  readonly services: TestServices;
  readonly tpp: TppClient;

  constructor(services: TestServices) {
    this.services = services;
    this.tpp = this.client();
  }

  client(tppId?: string): TppClient {
    return new TppClient(this.services.running.gateway.httpUrl ?? '', tppId);
  }

  pay(body: object = {}, headers: Record<string, string> = REDIRECT_HEADERS, tpp = this.tpp): Promise<TppAnswer> {
    return tpp.post(SEPA, paymentOrder({ ...body }), { headers });
  }

  standingOrder(body: object = {}): Promise<TppAnswer> {
    return this.tpp.post(PERIODIC, paymentOrder({ ...MONTHLY, ...body }), { headers: REDIRECT_HEADERS });
  }

  bulk(day = '2027-02-05'): Promise<TppAnswer> {
    const xml = pain001({ blocks: [{ transfers: [{ amount: '1.00' }, { amount: '2.00' }], day }] });
    return this.tpp.post(BULKS, xml, { headers: { ...REDIRECT_HEADERS, 'Content-Type': 'application/xml' } });
  }

  group(paymentIds: readonly unknown[], tpp = this.tpp): Promise<TppAnswer> {
    return tpp.post(BASKETS, { paymentIds }, { headers: EXPLICIT });
  }

  approve(answer: TppAnswer, psuId = 'psu-private'): Promise<void> {
    return approveOnBus(this.services.bus, { authorisation: { redirectReference: referenceIn(answer) } }, psuId);
  }

  async decline(answer: TppAnswer): Promise<void> {
    await this.services.bus.ask(declineAuthorisation, { redirectReference: referenceIn(answer) });
  }

  /** Creates a payment for a later day that its PSU has approved. */
  async approvedForLater(): Promise<TppAnswer> {
    const created = await this.pay(LATER);
    await this.approve(created);
    return created;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.services[Symbol.asyncDispose]();
  }
}

export const CORPORATE = { debtorAccount: { iban: IBAN.corporate } } as const;

export const linkNames = ({ body }: TppAnswer): string[] => Object.keys(body._links ?? {});

function referenceIn(answer: TppAnswer): string {
  return hrefOf(answer, 'scaRedirect').split('/').at(-1) ?? '';
}
