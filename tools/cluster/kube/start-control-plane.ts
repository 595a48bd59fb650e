import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT, WORK } from '../folders.ts';
import { API_URL, NODE, SERVICES } from '../machine/addresses.ts';
import { Authority, type CertificateOptions, type Pair } from '../machine/certificates.ts';
import { type Daemons, until } from '../machine/daemons.ts';
import { Kubectl } from './kubectl.ts';

const READY_MS_MAX = 120_000;
const FOLDER = join(WORK, 'control-plane');

const path = (file: string): string => join(FOLDER, file);
export const kubernetesProgram = (name: string): string => join(KEPT.kubernetes, name);

function write(file: string, text: string): string {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path(file), text, { mode: 0o600 });
  return path(file);
}

function writePair(name: string, { certificate, key }: Pair): void {
  write(`${name}.crt`, certificate);
  write(`${name}.key`, key);
}

/** The authority of a cluster, and the files that clients of the API server need. */
export class ControlPlane {
  readonly #authority: Authority;

  private constructor(authority: Authority) {
    this.#authority = authority;
  }

  static async start(daemons: Daemons): Promise<ControlPlane> {
    const authority = await Authority.create('cluster-check');
    const self = new ControlPlane(authority);
    writePair('ca', authority.own);
    const names = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', 'localhost'];
    const addresses = [SERVICES.api, NODE.address, '127.0.0.1'];
    writePair('api', await authority.issue({ commonName: 'kube-apiserver', names: [...names, ...addresses] }));
    writePair(
      'api-to-kubelet',
      await authority.issue({ commonName: 'kube-apiserver', organisation: 'system:masters' }),
    );
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    write('tokens.key', privateKey.export({ type: 'sec1', format: 'pem' }).toString());
    write('tokens.pub', publicKey.export({ type: 'spki', format: 'pem' }).toString());
    self.#startServers(daemons);
    await self.#startControllers(daemons);
    return self;
  }

  #startServers(daemons: Daemons): void {
    daemons.start('etcd', 'etcd', [
      '--data-dir=/run/etcd',
      '--listen-client-urls=http://127.0.0.1:2379',
      '--advertise-client-urls=http://127.0.0.1:2379',
      '--listen-peer-urls=http://127.0.0.1:2380',
      // Data of one check need not survive a power failure.
      '--unsafe-no-fsync',
    ]);
    daemons.start('kube-apiserver', kubernetesProgram('kube-apiserver'), [
      '--etcd-servers=http://127.0.0.1:2379',
      `--service-cluster-ip-range=${SERVICES.range}`,
      `--advertise-address=${NODE.address}`,
      '--secure-port=6443',
      `--tls-cert-file=${path('api.crt')}`,
      `--tls-private-key-file=${path('api.key')}`,
      `--client-ca-file=${path('ca.crt')}`,
      `--kubelet-client-certificate=${path('api-to-kubelet.crt')}`,
      `--kubelet-client-key=${path('api-to-kubelet.key')}`,
      '--kubelet-preferred-address-types=InternalIP',
      `--service-account-key-file=${path('tokens.pub')}`,
      `--service-account-signing-key-file=${path('tokens.key')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      '--authorization-mode=Node,RBAC',
    ]);
  }

  async #startControllers(daemons: Daemons): Promise<void> {
    const manager = await this.kubeconfig('controller-manager', { commonName: 'system:kube-controller-manager' });
    daemons.start('kube-controller-manager', kubernetesProgram('kube-controller-manager'), [
      `--kubeconfig=${manager}`,
      `--service-account-private-key-file=${path('tokens.key')}`,
      `--root-ca-file=${path('ca.crt')}`,
      '--use-service-account-credentials=true',
      '--leader-elect=false',
    ]);
    const scheduler = await this.kubeconfig('scheduler', { commonName: 'system:kube-scheduler' });
    daemons.start('kube-scheduler', kubernetesProgram('kube-scheduler'), [
      `--kubeconfig=${scheduler}`,
      '--leader-elect=false',
    ]);
  }

  get authorityFile(): string {
    return path('ca.crt');
  }

  /** Writes the file with a client's credentials for the API server. */
  async kubeconfig(name: string, order: CertificateOptions): Promise<string> {
    const { certificate, key } = await this.#authority.issue(order);
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const cluster = { server: API_URL, 'certificate-authority-data': base64(this.#authority.own.certificate) };
    const user = { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) };
    return write(
      `${name}.kubeconfig`,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'check', cluster }],
        users: [{ name, user }],
        contexts: [{ name: 'check', context: { cluster: 'check', user: name } }],
        'current-context': 'check',
      }),
    );
  }

  /** Returns kubectl as administrator, once the API server is ready. */
  async administrator(program: string, daemons: Daemons): Promise<Kubectl> {
    const file = await this.kubeconfig('admin', { commonName: 'admin', organisation: 'system:masters' });
    const kubectl = new Kubectl(program, file);
    await until('the API server is not ready', READY_MS_MAX, () => {
      daemons.look();
      return kubectl.run('get', '--raw', '/readyz');
    });
    return kubectl;
  }
}
