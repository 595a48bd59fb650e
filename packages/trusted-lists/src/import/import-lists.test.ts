import { X509Certificate } from 'node:crypto';
import { type IssuedCertificate, issueSelfSigned, TestAuthority } from '@xs2a/certificates';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENVELOPED } from '../signature/signature-algorithms.ts';
import {
  type ListOptions,
  type ServiceOptions,
  type SignatureOptions,
  signList,
  writeList,
} from '../test-lists/write-list.ts';
import { type ImportResult, importLists, type ListFile } from './import-lists.ts';
import type { Manifest } from './manifest.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const DAY = 86_400_000;
const ago = (days: number): Date => new Date(NOW.getTime() - days * DAY);
const TSL_SHA1 = 'http://www.w3.org/2000/09/xmldsig#';
const QUALIFICATIONS = 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#';

let lotlSigner: IssuedCertificate;
let hrSigner: IssuedCertificate;
let siSigner: IssuedCertificate;
let other: IssuedCertificate;
let authority: string;
let second: string;
beforeAll(async () => {
  const made = await Promise.all(
    ['LOTL', 'HR', 'Other', 'CA one', 'CA two'].map((name) => TestAuthority.create(ago(400), name)),
  );
  const [lotl, hr, wrong, one, two] = made.map(({ own }) => own);
  if (!lotl || !hr || !wrong || !one || !two) throw new Error('no certificates');
  [lotlSigner, hrSigner, other, authority, second] = [lotl, hr, wrong, one.certificate, two.certificate];
  siSigner = await issueSelfSigned({
    organizationIdentifier: 'VATSI-12345678',
    name: 'Scheme operator SI',
    roles: [],
    qcType: 'seal',
    key: 'rsa',
    withoutStatement: true,
    notBefore: ago(400),
    notAfter: ago(-400),
  });
});

const times = { issuedAt: ago(10), nextUpdate: ago(-100) };

function listOfLists(order: Partial<ListOptions> = {}, signer = lotlSigner): ListFile {
  const pointers = [
    { territory: 'EU', type: 'listOfLists', signers: [lotlSigner.certificate] } as const,
    { territory: 'HR', signers: [hrSigner.certificate] },
    { territory: 'SI', signers: [hrSigner.certificate, siSigner.certificate] },
  ];
  const xml = writeList({ type: 'listOfLists', territory: 'EU', sequenceNumber: 300, ...times, pointers, ...order });
  return { name: 'eu-lotl.xml', bytes: Buffer.from(signList(xml, signer)) };
}

function croatian(services: readonly Partial<ServiceOptions>[], order: Partial<ListOptions> = {}): string {
  const whole = services.map((one) => ({ name: 'Qualified CA', certificate: authority, since: ago(300), ...one }));
  return writeList({ type: 'national', territory: 'HR', sequenceNumber: 40, ...times, services: whole, ...order });
}

function fileOf(xml: string, signer = hrSigner, how: SignatureOptions = {}): ListFile {
  return { name: 'hr.xml', bytes: Buffer.from(signList(xml, signer, how)) };
}

function importing(lists: readonly ListFile[], before?: Manifest, root = listOfLists()): ImportResult {
  const signers = [new X509Certificate(lotlSigner.certificate)];
  return importLists({ listOfLists: root, lists, signers, before, now: NOW });
}

const WEB = { purposes: ['web', 'seal'] } as const;
const sound = (): ListFile => fileOf(croatian([WEB]));

describe('valid trusted lists', () => {
  it('become anchors, each with its owner and purposes, and a manifest of their origin', () => {
    const { manifest, anchors = '', changes, refusals, isChanged } = importing([sound()]);
    expect([refusals, isChanged]).toEqual([[], true]);
    expect(anchors).toContain('# HR: Test Trust Services d.o.o., Qualified CA\n# purposes: web, seal\n-----BEGIN CERT');
    expect(new X509Certificate(anchors).raw).toEqual(new X509Certificate(authority).raw);
    expect(changes).toEqual([expect.stringMatching(/^\+ HR .*granted since 2026-01-26, trusted for web and seal$/)]);
    expect(manifest?.lists).toEqual([
      expect.objectContaining({
        territory: 'HR',
        file: 'hr.xml',
        sequenceNumber: 40,
        nextUpdate: '2027-03-02T12:00:00.000Z',
      }),
    ]);
    expect(manifest?.listOfLists.sequenceNumber).toBe(300);
  });

  it('are signed with ECDSA or RSA, by any of the certificates in the list of lists', () => {
    const xml = croatian([WEB], { territory: 'SI' });
    expect(importing([{ ...fileOf(xml, siSigner), name: 'si.xml' }, sound()]).refusals).toEqual([]);
  });

  it('give the same result if nothing has changed, even from another file name', () => {
    const { manifest } = importing([sound()]);
    const again = importing([{ ...sound(), name: 'again.xml' }], manifest);
    expect([again.isChanged, again.changes, again.refusals]).toEqual([false, [], []]);
  });
});

describe('a trust service', () => {
  const trusted = (service: Partial<ServiceOptions>): [boolean | undefined, string | undefined] => {
    const [record] = importing([fileOf(croatian([service]))]).manifest?.services ?? [];
    return [record?.isTrusted, record?.reason];
  };

  it('that was withdrawn is not an anchor', () => {
    expect(trusted({ ...WEB, status: 'withdrawn' })).toEqual([false, 'its status is not granted']);
  });

  it('whose status begins later has the previous status until then', () => {
    const granted = { since: ago(300), ...WEB };
    expect(trusted({ ...WEB, status: 'withdrawn', since: ago(-5), history: [granted] })[0]).toBe(true);
    const withdrawn = { since: ago(300), status: 'withdrawn' } as const;
    expect(trusted({ ...WEB, since: ago(-5), history: [withdrawn] })[0]).toBe(false);
    expect(trusted({ ...WEB, since: ago(-5) })[0]).toBe(false);
  });

  it('that only issues certificates for signatures is not an anchor', () => {
    expect(trusted({})).toEqual([false, 'it issues neither web nor seal certificates']);
  });

  it('is also for the web if a qualifier says so', () => {
    const uri = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/QCForWSA';
    const extensions = `<Extension Critical="true"><q:Qualifications xmlns:q="${QUALIFICATIONS}"><q:QualificationElement><q:Qualifiers>
      <q:Qualifier uri="${uri}"/></q:Qualifiers></q:QualificationElement></q:Qualifications></Extension>`;
    const { anchors } = importing([fileOf(croatian([{ extensions }]))]);
    expect(anchors).toContain('# purposes: web\n');
  });

  it('has a name that cannot affect the reader of the anchors', () => {
    const name = 'CA\n# purposes: web\n-----BEGIN CERTIFICATE-----';
    const { anchors = '' } = importing([fileOf(croatian([{ name, purposes: ['seal'] }]))]);
    expect(anchors).toContain('CA # purposes: web -BEGIN CERTIFICATE-\n# purposes: seal\n-----BEGIN');
  });

  it('with an unknown critical extension is not an anchor', () => {
    const extensions = '<Extension Critical="true"><NeverHeardOf/></Extension>';
    expect(trusted({ ...WEB, extensions })).toEqual([false, 'it has a critical extension that is not known here']);
  });

  it('of another type than CA/QC is ignored', () => {
    expect(importing([fileOf(croatian([{ ...WEB, type: 'TSA/QTST' }]))]).manifest?.services).toEqual([]);
  });

  it('whose certificate is not that of an authority is not an anchor', async () => {
    const responder = await (await TestAuthority.create(ago(400))).issueServer(['ca.example'], {
      notBefore: ago(9),
      notAfter: ago(-9),
    });
    expect(trusted({ ...WEB, certificate: responder.certificate })[1]).toBe('its certificate is none of an authority');
  });
});

describe('the comparison with the previous import', () => {
  it('lists each service that is new, withdrawn, removed, or has another purpose', () => {
    const first = importing([fileOf(croatian([WEB, { ...WEB, name: 'Second', certificate: second }]))]);
    const changed = croatian(
      [
        { ...WEB, status: 'withdrawn', since: ago(2) },
        { name: 'Third', certificate: second, purposes: ['seal'] },
      ],
      { sequenceNumber: 41 },
    );
    const { changes, anchors, isChanged } = importing([fileOf(changed)], first.manifest);
    expect(isChanged).toBe(true);
    expect(changes.toSorted()).toEqual([
      expect.stringMatching(/^\+ HR .* Third .*trusted for seal$/),
      expect.stringMatching(/^- HR .* Second .*: was granted/),
      expect.stringMatching(
        /^~ HR .* Qualified CA .* trusted for web and seal -> withdrawn since 2026-11-20, not trusted/,
      ),
    ]);
    expect(anchors?.match(/BEGIN CERTIFICATE/g)).toHaveLength(1);
  });

  it('is empty for a territory whose list was refused: its anchors stay, while others are imported', () => {
    const si = fileOf(croatian([{ ...WEB, certificate: second }], { territory: 'SI' }), siSigner);
    const first = importing([sound(), si]);
    const newer = fileOf(
      croatian([{ ...WEB, certificate: second, name: 'New' }], { territory: 'SI', sequenceNumber: 41 }),
      siSigner,
    );
    const { manifest, refusals, changes } = importing([fileOf(croatian([]), other), newer], first.manifest);
    expect(refusals).toEqual([expect.stringContaining('hr.xml: it was signed by none of the certificates')]);
    expect(manifest?.services.map(({ territory, name }) => `${territory} ${name}`)).toEqual([
      'HR Qualified CA',
      'SI New',
    ]);
    expect(changes.every((line) => line.includes(' SI '))).toBe(true);
  });

  it('includes the anchors of a list that is no longer supplied', () => {
    const first = importing([sound()]);
    expect(importing([], first.manifest).changes).toEqual([expect.stringMatching(/^- HR /)]);
  });
});

/** Manipulations of a signed list by an attacker. */
const MOVED = (xml: string, wrap: (original: string, forged: string) => string): string => {
  const inner = xml.replace(/^<\?xml[^>]*\?>\s*/, '');
  const forged = inner
    .replace(/<TSLSequenceNumber>\d+</, '<TSLSequenceNumber>99<')
    .replace(/ Id="HR-TSL"/, ' Id="forged"');
  return wrap(inner, forged);
};
const SIGNATURE = /<ds:Signature [\s\S]*<\/ds:Signature>/;

describe('an invalid list is refused as a whole:', () => {
  const altered = (change: (xml: string) => string): ListFile => {
    const xml = sound().bytes.toString();
    const made = change(xml);
    expect(made).not.toBe(xml);
    return { name: 'hr.xml', bytes: Buffer.from(made) };
  };
  const signedAs = (how: SignatureOptions): ListFile => fileOf(croatian([WEB]), hrSigner, how);
  const CASES: [string, () => ListFile, RegExp][] = [
    ['signed by another certificate', () => fileOf(croatian([WEB]), other), /signed by none of the certificates/],
    ['signed by the signer of another territory', () => fileOf(croatian([WEB]), siSigner), /signed by none/],
    ['without signature', () => altered((xml) => xml.replace(SIGNATURE, '')), /has no signature/],
    [
      'with a service altered after signing',
      () => altered((xml) => xml.replace('<Name xml:lang="en">Qualified CA', '<Name xml:lang="en">Qualified XA')),
      /signature is not valid/,
    ],
    [
      'with a status altered after signing',
      () => fileOfAltered(croatian([{ ...WEB, status: 'withdrawn' }]), 'withdrawn', 'granted'),
      /signature is not valid/,
    ],
    [
      'with another signature value',
      () => altered((xml) => xml.replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA')),
      /signature is not valid/,
    ],
    [
      'with a second signature beside the first',
      () => altered((xml) => xml.replace(SIGNATURE, (one) => one + one)),
      /more than one signature/,
    ],
    [
      'with the signed list inside of the signature (wrapping)',
      () =>
        altered((xml) =>
          MOVED(xml, (inner, forged) =>
            forged.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`),
          ),
        ),
      /signature/,
    ],
    [
      'with the signed list inside of an extension (wrapping)',
      () =>
        altered((xml) =>
          MOVED(xml, (inner, forged) => forged.replace('<PointersToOtherTSL>', `<PointersToOtherTSL>${inner}`)),
        ),
      /signature/,
    ],
    [
      'with the signature moved into another element',
      () =>
        altered((xml) => {
          const [signature = ''] = SIGNATURE.exec(xml) ?? [];
          return xml.replace(SIGNATURE, '').replace('</SchemeInformation>', `${signature}</SchemeInformation>`);
        }),
      /has no signature/,
    ],
    [
      'with a signature over a part of it',
      () => signedAs({ xpath: "//*[local-name(.)='SchemeInformation']" }),
      /does not cover the list/,
    ],
    [
      'with a signature over a forged part whose Id is that of the list',
      () =>
        altered((xml) =>
          xml.replace('URI=""', 'URI="#forged"').replace('<SchemeInformation>', '<SchemeInformation Id="forged">'),
        ),
      /does not cover the list/,
    ],
    ['without signed properties', () => signedAs({ withoutProperties: true }), /does not cover its properties/],
    [
      'signed with SHA-1',
      () => fileOf(croatian([WEB], { territory: 'SI' }), siSigner, { algorithm: `${TSL_SHA1}rsa-sha1` }),
      /algorithm that is not accepted/,
    ],
    ['digested with SHA-1', () => signedAs({ digest: `${TSL_SHA1}sha1` }), /signature is not valid/],
    [
      'with a shared secret as key',
      () => altered((xml) => xml.replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, `$1${TSL_SHA1}hmac-sha1`)),
      /algorithm that is not accepted/,
    ],
    [
      'with an algorithm of another kind of key',
      () => altered((xml) => xml.replace('ecdsa-sha256', 'rsa-sha256')),
      /not accepted for its key/,
    ],
    [
      'with inclusive canonicalisation',
      () => signedAs({ canonicalisation: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }),
      /exclusive canonicalisation/,
    ],
    [
      'with transforms in another order',
      () => altered((xml) => xml.replace(`<ds:Transform Algorithm="${ENVELOPED}"/>`, '')),
      /form that is not accepted/,
    ],
    [
      'past its next update',
      () => fileOf(croatian([WEB], { nextUpdate: ago(1) })),
      /next update was due at 2026-11-21/,
    ],
    ['closed', () => fileOf(croatian([WEB], { nextUpdate: null })), /is closed/],
    ['issued in the future', () => fileOf(croatian([WEB], { issuedAt: ago(-1) })), /which is not yet/],
    [
      'issued before the certificate of its signer',
      () => fileOf(croatian([WEB], { issuedAt: ago(500) })),
      /certificate of its signer was not valid/,
    ],
    [
      'of a territory that the list of lists does not name',
      () => fileOf(croatian([WEB], { territory: 'XX' })),
      /does not name a list of XX/,
    ],
    ['of another type', () => fileOf(croatian([WEB], { type: 'listOfLists' })), /not the list of its territory/],
    [
      'with a document type',
      () => altered((xml) => xml.replace(/\?>/, '?><!DOCTYPE a [<!ENTITY e "x">]>')),
      /document type declaration/,
    ],
    [
      'nested too deep',
      () => altered((xml) => xml.replace('<NextUpdate>', `<NextUpdate>${'<a>'.repeat(60)}${'</a>'.repeat(60)}`)),
      /nested too deep/,
    ],
    ['in another encoding', () => altered((xml) => xml.replace('UTF-8', 'UTF-16')), /declaration .* is malformed/],
    [
      'with more than 32 MB',
      () => ({ name: 'hr.xml', bytes: Buffer.alloc(33 * 1_048_576, ' ') }),
      /more than 33554432 bytes/,
    ],
    ['that is something else', () => ({ name: 'hr.xml', bytes: Buffer.from('<html/>') }), /does not name a list of \?/],
  ];
  const fileOfAltered = (xml: string, from: string, to: string): ListFile => ({
    name: 'hr.xml',
    bytes: Buffer.from(signList(xml, hrSigner).replace(from, to)),
  });

  it.each(CASES)('%s', (_, file, reason) => {
    const first = importing([fileOf(croatian([{ ...WEB, name: 'As before' }], { sequenceNumber: 39 }))]);
    const { refusals, manifest, isChanged } = importing([file()], first.manifest);
    expect(refusals).toEqual([expect.stringMatching(reason)]);
    expect([manifest?.services, isChanged]).toEqual([first.manifest?.services, false]);
  });

  it('with a lower sequence number than before, or the same number and different content', () => {
    const first = importing([sound()]);
    const older = importing([fileOf(croatian([], { sequenceNumber: 39 }))], first.manifest);
    expect(older.refusals).toEqual(['hr.xml: its sequence number 39 is lower than 40, imported before']);
    const same = importing([fileOf(croatian([]))], first.manifest);
    expect(same.refusals).toEqual([expect.stringContaining('differs from the list with sequence number 40')]);
    expect([older.isChanged, same.isChanged]).toEqual([false, false]);
  });

  it('if there is another one for its territory', () => {
    expect(importing([sound(), sound()]).refusals).toEqual(['hr.xml: there is another list of HR']);
  });
});

describe('an invalid list of lists prevents the whole import:', () => {
  it.each<[string, () => ListFile, RegExp]>([
    ['signed by another certificate', () => listOfLists({}, other), /signed by none/],
    ['past its next update', () => listOfLists({ nextUpdate: ago(1) }), /next update was due/],
    ['with a lower sequence number', () => listOfLists({ sequenceNumber: 299 }), /299 is lower than 300/],
    ['of another type', () => listOfLists({ type: 'national' }), /is no list of lists/],
    [
      'altered after signing',
      () => {
        const { name, bytes } = listOfLists();
        return { name, bytes: Buffer.from(bytes.toString().replace('lists.example/HR', 'lists.example/XX')) };
      },
      /signature is not valid/,
    ],
  ])('%s', (_, root, reason) => {
    const before = importing([sound()]).manifest;
    const { manifest, isChanged, refusals } = importing([sound()], before, root());
    expect([manifest, isChanged]).toEqual([undefined, false]);
    expect(refusals).toEqual([expect.stringMatching(reason)]);
  });
});
