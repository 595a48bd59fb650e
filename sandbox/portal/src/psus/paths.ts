/** The phone of a PSU: its messages, and the requests in its banking app. */
export const inboxPath = (psuId: string): string => `/sandbox/inbox/${encodeURIComponent(psuId)}`;
export const devicePath = (psuId: string): string => `/sandbox/device/${encodeURIComponent(psuId)}`;
