import { command, type Group } from '../command/command.ts';

const DAYS = { about: 'Validity in days.', value: 'days', default: '365' };

export const CERTIFICATES: Group = {
  about: 'issues and revokes test certificates, which are valid in the sandbox only',
  commands: {
    sandbox: command({
      about: 'issues the test certificates of the sandbox, if missing or about to expire',
      details: 'They are in .local/certs.',
      examples: ['certificates sandbox'],
      exits: {},
      load: async () => (await import('./issue.ts')).issueSandboxCertificates,
    }),
    issue: command({
      about: 'issues a test certificate for a TPP',
      details: '`--days 30 --from 2026-01-01` issues an expired one. All are in .local/certs.',
      arguments: { organizationIdentifier: { about: 'organizationIdentifier of the TPP, such as PSDHR-HNB-12345.' } },
      options: {
        roles: { about: 'Roles, separated by commas: AISP, PISP, PIISP.', value: 'roles', required: true },
        kind: {
          about: 'qwac is for mutual TLS, qseal for signatures.',
          value: 'kind',
          choices: ['qwac', 'qseal'],
          default: 'qwac',
        },
        key: { about: 'Algorithm of the key.', value: 'kind', choices: ['ec', 'rsa'] },
        name: { about: 'Name of the organisation.', value: 'name' },
        hosts: { about: 'Host names, separated by commas.', value: 'hosts' },
        days: DAYS,
        from: { about: 'First day of validity.', value: 'day' },
      },
      examples: ['certificates issue PSDHR-HNB-12345 --roles AISP,PISP --kind qwac'],
      exits: {},
      load: async () => (await import('./issue.ts')).issueTppCertificate,
    }),
    revoke: command({
      about: 'puts a test certificate on the revocation list',
      details: 'A running gateway reloads the list by itself.',
      arguments: { file: { about: 'The certificate.' } },
      examples: ['certificates revoke .local/certs/PSDHR-HNB-12345-qwac.pem'],
      exits: {},
      load: async () => (await import('./issue.ts')).revokeCertificate,
    }),
    server: command({
      about: 'issues a certificate for a server or a client with any names',
      options: {
        names: { about: 'Host names and addresses, separated by commas.', value: 'names', required: true },
        days: DAYS,
      },
      examples: ['certificates server --names nats.xs2a.svc,nats,127.0.0.1'],
      exits: {},
      load: async () => (await import('./issue.ts')).issueForServer,
    }),
  },
};
