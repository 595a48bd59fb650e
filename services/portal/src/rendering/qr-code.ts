import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** Modules of the quiet zone (ISO 18004). */
const QUIET_ZONE = 4;

/** A link as a picture in itself that a telephone reads from the screen: made here, so that no script is needed. */
export function pictureLink(link: string): string {
  const svg = toSvgSource(generate(link, { minCorrectionLevel: correction.M }), {
    on: '#000',
    off: '#fff',
    pad: QUIET_ZONE,
    xmlDeclaration: true,
  });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
