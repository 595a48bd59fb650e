import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** Modules of the quiet zone (ISO 18004). */
const QUIET_ZONE = 4;

/** Returns a link as an embedded picture that a phone scans from the screen, without a script. */
export function qrCode(link: string): string {
  const svg = toSvgSource(generate(link, { minCorrectionLevel: correction.M }), {
    on: '#000',
    off: '#fff',
    pad: QUIET_ZONE,
    xmlDeclaration: true,
  });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
