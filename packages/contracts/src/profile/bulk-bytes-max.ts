/** Of XML as text in JSON on the bus, whose messages have 8 MB at most. */
export const BULK_BYTES_MAX = 6 * 1024 * 1024;
