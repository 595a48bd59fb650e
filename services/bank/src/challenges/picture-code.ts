import { correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';

/** Pixels of a module and modules of the quiet zone (ISO 18004), so that a telephone reads it from a screen. */
const SCALE = 6;
const QUIET_ZONE = 4;
/** More would make modules too fine to read; the code stands first. */
const CHARACTERS_MAX = 240;

/**
 * A picture that holds the code and what it is for: PNG in base64 (Implementation Guidelines, Challenge). The picture
 * of a real bank can be read by the PSU's own device alone; the sandbox has no such devices, any telephone reads its
 * pictures.
 */
export function pictureCode(code: string, text: string): string {
  const said = `${code}\n${text}`.slice(0, CHARACTERS_MAX);
  const bitmap = generate(said, { minCorrectionLevel: correction.M });
  return Buffer.from(
    toPngBuffer(bitmap, { on: [0, 0, 0], off: [255, 255, 255], pad: QUIET_ZONE, scale: SCALE }),
  ).toString('base64');
}
