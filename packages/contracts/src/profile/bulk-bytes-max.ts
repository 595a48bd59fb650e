/** Maximum size of an XML message, which is text in JSON on the bus, whose messages have at most 8 MB. */
export const BULK_BYTES_MAX = 6 * 1024 * 1024;
