/** Maximum lengths of the texts of an address, besides its country (framework 1.3.16, data type Address; PostalAddress24 of ISO 20022). */
export const ADDRESS_TEXT_MAX = {
  department: 70,
  subDepartment: 70,
  streetName: 70,
  buildingNumber: 16,
  buildingName: 35,
  floor: 70,
  postBox: 16,
  room: 70,
  postCode: 16,
  townName: 35,
  townLocationName: 35,
  districtName: 35,
  countrySubDivision: 35,
} as const;
export type AddressText = keyof typeof ADDRESS_TEXT_MAX;

/** Optional texts of an address, each made by `make` of its maximum length. */
export function addressTexts<Schema>(
  make: (max: number) => Schema,
  maxima: Readonly<Record<AddressText, number>> = ADDRESS_TEXT_MAX,
): Record<AddressText, Schema> {
  return Object.fromEntries(Object.entries(maxima).map(([name, max]) => [name, make(max)])) as Record<
    AddressText,
    Schema
  >;
}
