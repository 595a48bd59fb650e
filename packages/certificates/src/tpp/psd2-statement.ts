import {
  AsnArray,
  AsnConvert,
  AsnParser,
  AsnProp,
  AsnPropTypes,
  AsnSerializer,
  AsnType,
  AsnTypeTypes,
} from '@peculiar/asn1-schema';
import type { TppRole } from '@xs2a/contracts';

// ETSI TS 119 495 5.1 (PSD2 statement) and ETSI EN 319 412-5 4.2.3 (QcType); decision 26.
export const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
const PSD2_STATEMENT = '0.4.0.19495.2';
const QC_COMPLIANCE = '0.4.0.1862.1.1';
const QC_TYPE = '0.4.0.1862.1.6';

/** Purpose of a qualified certificate: TLS (QWAC) or seals (QSEAL). */
export type QcType = 'seal' | 'web';
const QC_TYPES: Record<QcType, string> = { seal: '0.4.0.1862.1.6.2', web: '0.4.0.1862.1.6.3' };
export const QC_TYPE_NAMES: readonly QcType[] = keysOf(QC_TYPES);

export type PspRole = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';
const ROLES: Record<PspRole, { oid: string; allows?: TppRole }> = {
  // Decision 26: servicing accounts alone grants nothing here.
  PSP_AS: { oid: '0.4.0.19495.1.1' },
  PSP_PI: { oid: '0.4.0.19495.1.2', allows: 'PISP' },
  PSP_AI: { oid: '0.4.0.19495.1.3', allows: 'AISP' },
  PSP_IC: { oid: '0.4.0.19495.1.4', allows: 'PIISP' },
};
const CHARACTERS_MAX = 256;

// Decorators are called as functions, because these files also run with types only stripped.
class QcStatement {
  id = '';
  info?: ArrayBuffer;
}
AsnProp({ type: AsnPropTypes.ObjectIdentifier })(QcStatement.prototype, 'id');
AsnProp({ type: AsnPropTypes.Any, optional: true })(QcStatement.prototype, 'info');

class QcStatements extends AsnArray<QcStatement> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: QcStatement })(QcStatements);

class QcTypes extends AsnArray<string> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: AsnPropTypes.ObjectIdentifier })(QcTypes);

class RoleOfPsp {
  oid = '';
  name = '';
}
AsnProp({ type: AsnPropTypes.ObjectIdentifier })(RoleOfPsp.prototype, 'oid');
AsnProp({ type: AsnPropTypes.Utf8String })(RoleOfPsp.prototype, 'name');

class RolesOfPsp extends AsnArray<RoleOfPsp> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: RoleOfPsp })(RolesOfPsp);

class Psd2Statement {
  roles = new RolesOfPsp();
  authorityName = '';
  authorityId = '';
}
AsnProp({ type: RolesOfPsp })(Psd2Statement.prototype, 'roles');
AsnProp({ type: AsnPropTypes.Utf8String })(Psd2Statement.prototype, 'authorityName');
AsnProp({ type: AsnPropTypes.Utf8String })(Psd2Statement.prototype, 'authorityId');

/** Statement about a payment service provider in qcStatements. */
interface PspStatement {
  /** Whether the certificate claims to be qualified (QcCompliance, ETSI EN 319 412-5, 4.2.1). */
  readonly isQualified: boolean;
  readonly qcTypes: readonly QcType[];
  readonly pspRoles: readonly PspRole[];
  /** Name of the authorising competent authority; its id is, for example, `HR-HNB`. */
  readonly authorityName: string;
  readonly authorityId: string;
}

/** Reads the value of the qcStatements extension; undefined without exactly one PSD2 statement. Throws if it is malformed. */
export function readPspStatement(der: ArrayBuffer): PspStatement | undefined {
  const statements = AsnParser.parse(der, QcStatements);
  const infosOf = (id: string): ArrayBuffer[] =>
    statements.flatMap((statement) => (statement.id === id && statement.info !== undefined ? [statement.info] : []));
  const [info, ...others] = infosOf(PSD2_STATEMENT);
  if (info === undefined || others.length > 0) return undefined;
  const { roles, authorityName, authorityId } = AsnParser.parse(info, Psd2Statement);
  if (roles.length === 0 || !isFilled(authorityName) || !isFilled(authorityId)) return undefined;
  const types = infosOf(QC_TYPE).flatMap((one) => [...AsnParser.parse(one, QcTypes)]);
  return {
    isQualified: statements.some(({ id }) => id === QC_COMPLIANCE),
    qcTypes: keysOf(QC_TYPES).filter((type) => types.includes(QC_TYPES[type])),
    // The OID decides; the name next to it is for people.
    pspRoles: keysOf(ROLES).filter((role) => roles.some(({ oid }) => oid === ROLES[role].oid)),
    authorityName,
    authorityId,
  };
}

/** Encodes the value of a qcStatements extension. */
export function writePspStatement(statement: PspStatement): ArrayBuffer {
  const { isQualified, qcTypes, pspRoles, authorityName, authorityId } = statement;
  const psd2 = Object.assign(new Psd2Statement(), { authorityName, authorityId });
  psd2.roles = new RolesOfPsp(
    pspRoles.map((role) => Object.assign(new RoleOfPsp(), { oid: ROLES[role].oid, name: role })),
  );
  const types = new QcTypes(qcTypes.map((type) => QC_TYPES[type]));
  return AsnSerializer.serialize(
    new QcStatements([
      ...(isQualified ? [Object.assign(new QcStatement(), { id: QC_COMPLIANCE })] : []),
      Object.assign(new QcStatement(), { id: QC_TYPE, info: AsnConvert.serialize(types) }),
      Object.assign(new QcStatement(), { id: PSD2_STATEMENT, info: AsnConvert.serialize(psd2) }),
    ]),
  );
}

/** Maps roles of the certificate to TPP roles. */
export function tppRolesOf(pspRoles: readonly PspRole[]): TppRole[] {
  return pspRoles.flatMap((role) => ROLES[role].allows ?? []);
}

/** Maps TPP roles to roles of the certificate. */
export function pspRolesOf(roles: readonly TppRole[]): PspRole[] {
  return keysOf(ROLES).filter((role) => roles.includes(ROLES[role].allows as TppRole));
}

function isFilled(text: string): boolean {
  return text.length > 0 && text.length <= CHARACTERS_MAX;
}

function keysOf<Key extends string>(table: Record<Key, unknown>): Key[] {
  return Object.keys(table) as Key[];
}
