import type { SamplePsu } from '../words/words.ts';

/** The PSUs of the sandbox bank, in the order in which they are shown. */
export const SAMPLE_PSUS: readonly SamplePsu[] = [
  'psu-private',
  'psu-multi',
  'psu-corporate-1',
  'psu-corporate-2',
  'psu-empty',
  'psu-exempt',
  'psu-nofactor',
  'psu-blocked',
];

/** Those whose bank asks them on a device. */
export const HAVE_DEVICE: readonly SamplePsu[] = ['psu-private', 'psu-corporate-1', 'psu-corporate-2'];
