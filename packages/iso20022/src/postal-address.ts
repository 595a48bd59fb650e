import type { AddressText } from '@xs2a/contracts';

/** Elements of a postal address for the fields of the interface, in the order of the schema; the country follows them. */
export const ADDRESS_ELEMENTS: readonly (readonly [field: AddressText, element: string])[] = [
  ['department', 'Dept'],
  ['subDepartment', 'SubDept'],
  ['streetName', 'StrtNm'],
  ['buildingNumber', 'BldgNb'],
  ['buildingName', 'BldgNm'],
  ['floor', 'Flr'],
  ['postBox', 'PstBx'],
  ['room', 'Room'],
  ['postCode', 'PstCd'],
  ['townName', 'TwnNm'],
  ['townLocationName', 'TwnLctnNm'],
  ['districtName', 'DstrctNm'],
  ['countrySubDivision', 'CtrySubDvsn'],
];

/** Fields that pain.001 has from version 09 on. */
const SINCE_09: readonly AddressText[] = [
  'buildingName',
  'floor',
  'postBox',
  'room',
  'townLocationName',
  'districtName',
];

export type PostalAddress = { readonly [Field in AddressText]?: string | undefined } & { readonly country: string };

/** Whether an address has a field that version 03 of pain.001 lacks. */
export function needsVersion09(address: PostalAddress | undefined): boolean {
  return SINCE_09.some((field) => address?.[field] !== undefined);
}
