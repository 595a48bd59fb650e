import type { Call, Evidence } from '../crash/oracle/evidence.ts';

/** Returns failed requests of TPPs and pages of PSUs: no answer, or a server error. */
function failedRequests({ calls }: Pick<Evidence, 'calls'>): Call[] {
  return calls.filter(({ end }) => end?.status === undefined || end.status >= 500);
}

/** Returns each as a line, with the change in progress. */
export function describeFailed({ calls, faults }: Pick<Evidence, 'calls' | 'faults'>): string[] {
  return failedRequests({ calls }).map(({ at, method, url, end, journey }) => {
    const during = faults.find(({ startedAt: begins, recovered }) => at <= recovered && (end?.at ?? at) >= begins);
    const how = end?.status === undefined ? (end?.error ?? 'no end') : `${end.status} ${end.body ?? ''}`.slice(0, 160);
    const what = during === undefined ? 'between changes' : `${during.kind} of ${during.target}`;
    return `${what}: ${new Date(at).toISOString()} +${(end?.at ?? at) - at} ms ${method} ${new URL(url).pathname} (${journey}): ${how}`;
  });
}
