import { z } from 'zod';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Territory = z.string().regex(/^[A-Z]{2}$/);

const ListRecord = z.strictObject({
  territory: Territory,
  file: z.string(),
  sequenceNumber: z.int().min(1),
  issuedAt: z.iso.datetime(),
  nextUpdate: z.iso.datetime(),
  /** Hash of the file. */
  sha256: Sha256,
  /** Hash of the signed content. */
  contentSha256: Sha256,
  /** Hash of the certificate that signed it. */
  signer: Sha256,
});
export type ListRecord = z.infer<typeof ListRecord>;

const ServiceRecord = z.strictObject({
  territory: Territory,
  provider: z.string(),
  name: z.string(),
  status: z.string(),
  since: z.iso.datetime(),
  purposes: z.array(z.enum(['web', 'seal'])),
  /** Whether its certificate is an anchor. */
  isTrusted: z.boolean(),
  /** Reason why it is not an anchor. */
  reason: z.string().optional(),
  sha256: Sha256,
  /** DER in base64. */
  certificate: z.base64(),
});
export type ServiceRecord = z.infer<typeof ServiceRecord>;

/** Contents, source and time of an import: the state with which the next import is compared. */
export const Manifest = z.strictObject({
  form: z.literal(1),
  importedAt: z.iso.datetime(),
  listOfLists: ListRecord,
  lists: z.array(ListRecord),
  services: z.array(ServiceRecord),
  /** Hash of the file of the anchors. */
  anchorsSha256: Sha256,
});
export type Manifest = z.infer<typeof Manifest>;
