export {
  type AccountHolder,
  type AskedPayee,
  type Identification,
  type VerifiedPayee,
  verifyPayee,
} from './verify-payee.ts';
