import { Authority } from '../machine/certificates.ts';

/** Fields of the objects that kustomize renders. */
export interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly isCA?: boolean;
    readonly secretName?: string;
    readonly commonName?: string;
    readonly dnsNames?: readonly string[];
    readonly subject?: { readonly organizations?: readonly string[]; readonly organizationalUnits?: readonly string[] };
    readonly additionalOutputFormats?: readonly { readonly type: string }[];
  };
}

/** Issues the Secrets that cert-manager would create for the Certificates of an overlay, and returns their authority. */
export async function issueAsOrdered(
  rendered: readonly Rendered[],
): Promise<{ readonly secrets: readonly object[]; readonly authority: string }> {
  const authority = await Authority.create('internal authority of the check');
  const orders = rendered.filter(({ kind, spec }) => kind === 'Certificate' && spec?.isCA !== true);
  const secrets = await Promise.all(
    orders.map(async ({ metadata, spec = {} }) => {
      const [organisation] = spec.subject?.organizations ?? [];
      const [unit] = spec.subject?.organizationalUnits ?? [];
      const { certificate, key } = await authority.issue({
        commonName: spec.commonName ?? spec.dnsNames?.[0] ?? metadata.name,
        ...(organisation !== undefined && { organisation }),
        ...(unit !== undefined && { unit }),
        ...(spec.dnsNames !== undefined && { names: spec.dnsNames }),
      });
      const isCombined = spec.additionalOutputFormats?.some(({ type }) => type === 'CombinedPEM') === true;
      return {
        apiVersion: 'v1',
        kind: 'Secret',
        type: 'kubernetes.io/tls',
        metadata: { name: spec.secretName },
        stringData: {
          'tls.crt': certificate,
          'tls.key': key,
          'ca.crt': authority.own.certificate,
          ...(isCombined && { 'tls-combined.pem': `${key}${certificate}` }),
        },
      };
    }),
  );
  return { secrets, authority: authority.own.certificate };
}
