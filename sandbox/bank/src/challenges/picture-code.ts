import { correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';

/** Pixels for each module, and modules of the quiet zone (ISO 18004), so that a phone can scan the code from a screen. */
const SCALE = 6;
const QUIET_ZONE = 4;
/** Longer text would make modules too small to scan. The code comes first and is never cut off. */
const CHARACTERS_MAX = 240;

/**
 * Makes a picture with the code and its purpose: PNG in base64 (Implementation Guidelines, Challenge). The picture of a real
 * bank can be read by the PSU's own device only. The pictures of the sandbox can be scanned by any phone.
 */
export function pictureCode(code: string, text: string): string {
  const content = `${code}\n${text}`.slice(0, CHARACTERS_MAX);
  const bitmap = generate(content, { minCorrectionLevel: correction.M });
  return Buffer.from(
    toPngBuffer(bitmap, { on: [0, 0, 0], off: [255, 255, 255], pad: QUIET_ZONE, scale: SCALE }),
  ).toString('base64');
}
