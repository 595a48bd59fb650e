/** The texts of the pages that PSUs of the sandbox see. Pages for developers are in English alone. */
export interface SandboxWords {
  /** At the foot of every page. */
  readonly footer: string;
  /** Additional part of the home page. */
  readonly home: {
    readonly heading: string;
    readonly text: string;
    readonly columns: { readonly psuId: string; readonly who: string; readonly phone: string };
    readonly passwordRule: string;
    readonly openInbox: string;
    readonly openDevice: string;
    /** Leads developers to a sandbox of their own. */
    readonly ownSandbox: string;
  };
  readonly inbox: {
    readonly heading: string;
    readonly of: (psuId: string) => string;
    readonly text: string;
    readonly empty: string;
    readonly code: string;
    readonly refresh: string;
    readonly device: string;
  };
  readonly notifications: {
    readonly heading: string;
    readonly text: string;
    readonly own: string;
    readonly empty: string;
    readonly body: string;
  };
  readonly device: {
    readonly heading: string;
    readonly of: (psuId: string) => string;
    readonly text: string;
    readonly empty: string;
    readonly approve: string;
    readonly decline: string;
    readonly outcomes: Readonly<Record<DeviceOutcome, string>>;
    readonly inbox: string;
  };
  readonly testUsers: Readonly<Record<TestUser, string>>;
}

/** Outcome of an answer on the device; `gone`: the request was no longer open. */
export const DEVICE_OUTCOMES = ['approved', 'declined', 'gone'] as const;
export type DeviceOutcome = (typeof DEVICE_OUTCOMES)[number];

export type TestUser =
  | 'psu-private'
  | 'psu-multi'
  | 'psu-corporate-1'
  | 'psu-corporate-2'
  | 'psu-empty'
  | 'psu-exempt'
  | 'psu-devices'
  | 'psu-nofactor'
  | 'psu-blocked';
