import type { X509Certificate } from 'node:crypto';
import { claimedTerritory, type ListPointer, readList, type TrustedList } from '../list/read-list.ts';
import { stateAt, type TrustService } from '../list/read-services.ts';
import { ListRefusal } from '../list-refusal.ts';
import { readUnverified, type SignedList, verifyList } from '../signature/verify-list.ts';
import { compareServices, isSame } from './compare-services.ts';
import type { ListRecord, Manifest, ServiceRecord } from './manifest.ts';
import { sha256Of, writeAnchors } from './write-anchors.ts';

/** A list file. */
export interface ListFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ListImport {
  readonly listOfLists: ListFile;
  readonly lists: readonly ListFile[];
  /** Permitted signers of the list of lists: the certificates published in the Official Journal. */
  readonly signers: readonly X509Certificate[];
  readonly before: Manifest | undefined;
  readonly now: Date;
  /** Called before each national list with the number of verified lists. */
  readonly onList?: (verified: number) => void;
}

export interface ImportResult {
  /** Absent if the list of lists is refused. */
  readonly manifest?: Manifest;
  readonly anchors?: string;
  readonly isChanged: boolean;
  readonly changes: readonly string[];
  /** Refused lists with reasons. Earlier imports from them stay in force. */
  readonly refusals: readonly string[];
  /** Warnings for the operator: a list of an earlier import is past its next update. */
  readonly warnings: readonly string[];
}

interface AcceptedList {
  readonly record: ListRecord;
  readonly services: readonly ServiceRecord[];
}

/**
 * Verifies the lists and returns their trust anchors. A refused list changes nothing: earlier imports from it stay in force.
 * Without the list of lists nothing is imported.
 */
export function importLists(order: ListImport): ImportResult {
  const { listOfLists: file, lists: files, signers, before, now } = order;
  const refusals: string[] = [];
  const attempt = <Result>(name: string, read: () => Result): Result | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ListRefusal)) throw error;
      refusals.push(`${name}: ${error.message}`);
      return undefined;
    }
  };
  const root = attempt(file.name, () => readRoot(file, signers, before?.listOfLists, now));
  if (root === undefined) return { isChanged: false, changes: [], refusals, warnings: [] };
  const taken = new Map<string, AcceptedList>();
  for (const [at, one] of files.entries()) {
    order.onList?.(at);
    const national = attempt(one.name, () => readNational(one, root.list.pointers, before, now));
    if (national === undefined) continue;
    const { territory } = national.record;
    if (taken.has(territory)) refusals.push(`${one.name}: there is another list of ${territory}`);
    else taken.set(territory, national);
  }
  // It is not certain which list a refused file was meant to be, so nothing else is removed then.
  const kept = refusals.length === 0 ? [] : (before?.lists ?? []).filter(({ territory }) => !taken.has(territory));
  const keptServices = kept.flatMap(({ territory }) =>
    (before?.services ?? []).filter((service) => service.territory === territory),
  );
  const services = [...[...taken.values()].flatMap((one) => one.services), ...keptServices].toSorted(inOrder);
  const anchors = writeAnchors(services);
  const manifest: Manifest = {
    form: 1,
    importedAt: now.toISOString(),
    listOfLists: root.record,
    lists: [...Array.from(taken.values(), ({ record }) => record), ...kept].toSorted(byTerritory),
    services,
    anchorsSha256: sha256Of(anchors),
  };
  return {
    manifest,
    anchors,
    isChanged: !isSame(before, manifest),
    changes: compareServices(before?.services ?? [], services),
    refusals,
    warnings: kept.flatMap(({ territory, nextUpdate }) =>
      new Date(nextUpdate) < now
        ? [`${territory}: what was imported before is past its next update, ${nextUpdate}`]
        : [],
    ),
  };
}

function readRoot(
  file: ListFile,
  signers: readonly X509Certificate[],
  before: ListRecord | undefined,
  now: Date,
): { record: ListRecord; list: TrustedList } {
  const signed = verifyList(file.bytes, signers);
  const list = readList(signed.content);
  if (list.type !== 'listOfLists') throw new ListRefusal('it is no list of lists (TSLType)');
  return { record: recordOf(file, signed, list, before, now), list };
}

function readNational(
  file: ListFile,
  pointers: readonly ListPointer[],
  before: Manifest | undefined,
  now: Date,
): AcceptedList {
  const territory = claimedTerritory(readUnverified(file.bytes));
  const pointed = pointers.filter((one) => one.type === 'national' && one.territory === territory);
  if (pointed.length === 0) throw new ListRefusal(`the list of lists does not name a list of ${territory}`);
  const signed = verifyList(
    file.bytes,
    pointed.flatMap(({ signers }) => signers),
  );
  const list = readList(signed.content);
  if (list.type !== 'national' || list.territory !== territory) {
    throw new ListRefusal('it is not the list of its territory (TSLType, SchemeTerritory)');
  }
  const known = before?.lists.find((one) => one.territory === territory);
  return {
    record: recordOf(file, signed, list, known, now),
    services: list.services.flatMap((service) => serviceRecords(territory, service, now)),
  };
}

/** Refuses a list that is not in force, or older than the previous one. */
function recordOf(
  { name, bytes }: ListFile,
  { sha256: contentSha256, signer }: SignedList,
  { territory, sequenceNumber, issuedAt, nextUpdate }: TrustedList,
  before: ListRecord | undefined,
  now: Date,
): ListRecord {
  if (nextUpdate <= now) throw new ListRefusal(`its next update was due at ${nextUpdate.toISOString()}`);
  if (issuedAt > now) throw new ListRefusal(`it is issued at ${issuedAt.toISOString()}, which is not yet`);
  if (issuedAt < signer.validFromDate || issuedAt > signer.validToDate) {
    throw new ListRefusal('the certificate of its signer was not valid when it was issued');
  }
  if (before !== undefined && sequenceNumber < before.sequenceNumber) {
    throw new ListRefusal(
      `its sequence number ${sequenceNumber} is lower than ${before.sequenceNumber}, imported before`,
    );
  }
  if (before !== undefined && sequenceNumber === before.sequenceNumber && contentSha256 !== before.contentSha256) {
    throw new ListRefusal(`it differs from the list with sequence number ${sequenceNumber} that was imported before`);
  }
  return {
    territory,
    file: name,
    sequenceNumber,
    issuedAt: issuedAt.toISOString(),
    nextUpdate: nextUpdate.toISOString(),
    sha256: sha256Of(bytes),
    contentSha256,
    signer: sha256Of(signer.raw),
  };
}

function serviceRecords(territory: string, service: TrustService, now: Date): ServiceRecord[] {
  const state = stateAt(service, now);
  return service.certificates.map((certificate) => {
    const reason = rejectionReason(service, certificate, now);
    return {
      territory,
      provider: service.provider,
      name: service.name,
      status: state?.status ?? 'not yet',
      since: (state?.since ?? now).toISOString(),
      purposes: [...(state?.purposes ?? [])],
      isTrusted: reason === undefined,
      ...(reason !== undefined && { reason }),
      sha256: sha256Of(certificate.raw),
      certificate: certificate.raw.toString('base64'),
    };
  });
}

function rejectionReason(service: TrustService, certificate: X509Certificate, now: Date): string | undefined {
  const state = stateAt(service, now);
  if (state === undefined || !state.isGranted) return 'its status is not granted';
  if (state.purposes.length === 0) return 'it issues neither web nor seal certificates';
  if (state.hasUnknownCritical) return 'it has a critical extension that is not known here';
  if (!certificate.ca) return 'its certificate is none of an authority';
  return certificate.validToDate < now ? 'its certificate has expired' : undefined;
}

function inOrder(a: ServiceRecord, b: ServiceRecord): number {
  return orderOf(a) < orderOf(b) ? -1 : 1;
}

function orderOf({ territory, provider, name, sha256 }: ServiceRecord): string {
  return [territory, provider, name, sha256].join('\0');
}

function byTerritory(a: ListRecord, b: ListRecord): number {
  return a.territory < b.territory ? -1 : 1;
}
