import { z } from 'zod';
import { PaymentProduct, PaymentService } from '../interface/payment-products.ts';

/** Payment products by payment service. */
export const Products = z.partialRecord(PaymentService, z.array(PaymentProduct));
