import type { Ports } from './ports.ts';

const SAMPLE_LOGINS = [
  ['psu-private', 'private person, current + savings account, credit card', 'sms, push, photo'],
  ['psu-multi', 'multicurrency account EUR/USD/CHF', 'sms'],
  ['psu-corporate-1', 'signer of a company, both must sign; PSU-Corporate-ID corp-1', 'sms, push'],
  ['psu-corporate-2', 'the other signer of that company', 'sms, push'],
  ['psu-empty', 'account with 3.50 EUR, no overdraft', 'sms'],
  ['psu-exempt', 'own-account transfers need no second factor', 'sms'],
  ['psu-devices', 'two devices to approve on', 'sms, push, push-2'],
  ['psu-nofactor', 'has no SCA method', '–'],
  ['psu-blocked', 'blocked for the service', 'sms'],
] as const;

/** Returns addresses and sample logins of the sandbox, as `npm start` prints them. */
export function welcome(ports: Ports, { hasProvider }: { readonly hasProvider: boolean }): string[] {
  const portal = `http://localhost:${ports.PORTAL_PORT}`;
  return [
    '',
    `XS2A for TPPs, sandbox identity   http://localhost:${ports.GATEWAY_PORT}   (GATEWAY_PORT)`,
    `XS2A for TPPs, mutual TLS         https://localhost:${ports.GATEWAY_TLS_PORT}  (GATEWAY_TLS_PORT)`,
    'Test certificates of TPPs         .local/certs',
    `Portal for PSUs                   ${portal}   (PORTAL_PORT)`,
    ...(hasProvider
      ? [
          `PSUs sign in at the bank          http://localhost:${ports.IDENTITY_PROVIDER_PORT}   (IDENTITY_PROVIDER_PORT)`,
        ]
      : []),
    `Notifications to TPPs             ${portal}/sandbox/notifications`,
    'Logs of each process              .local/log',
    '',
    'Sample logins; the password is the PSU-ID with -pass appended, e.g. psu-private-pass',
    ...SAMPLE_LOGINS.map(([id, who, methods]) => `  ${id.padEnd(17)} ${who.padEnd(61)} ${methods}`),
    `One-time codes appear in the inbox: ${portal}/sandbox/inbox/psu-private`,
    `Push approvals appear on the device page: ${portal}/sandbox/device/psu-private`,
    '',
  ];
}
