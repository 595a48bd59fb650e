const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID of any version, in upper or lower case. */
export function isUuid(value: string | undefined): value is string {
  return value !== undefined && UUID.test(value);
}
