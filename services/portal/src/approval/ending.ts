import type { ScaView } from '@xs2a/contracts';
import type { Note } from '../visits/note.ts';
import type { Ending } from '../words/approval-words.ts';

/** Returns the outcome of an authorisation for its PSU. */
export function endingOf({ scaStatus, signatures, declined }: ScaView, note: Note | undefined): Ending {
  if (scaStatus !== 'failed') {
    const othersMustApprove = signatures !== undefined && signatures.given + 1 < signatures.needed;
    if (othersMustApprove) return 'partly';
    return scaStatus === 'exempted' ? 'exempted' : 'approved';
  }
  return declined || note?.word === 'declined' ? 'declined' : 'notApproved';
}
