import fc from 'fast-check';

/** CPU limit of the gateway for one request: milliseconds over all cores. */
export const CPU_MS_MAX = 100;
const TRIES = 3;
/** Duration of the reference work on two quiet cores of 2026, for which the limits hold. */
const YARDSTICK_MS = 3;
const YARDSTICK_ROUNDS = 4_000_000;

/**
 * CPU time of this process for a piece of work, in milliseconds. Above the limit it is measured again: other work of the process
 * counts too, and the least of three is the work itself. If that is above the limit and the machine is slow at the moment, as a
 * shared one can be, the result is scaled to the machine of the limits.
 */
export async function cpuMsOf(work: () => unknown, limitMs = CPU_MS_MAX): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least > limitMs && !isFar(least, limitMs); tries++) {
    least = Math.min(least, await once(work));
  }
  return least > limitMs && !isFar(least, limitMs) ? least / (await slowness()) : least;
}

async function once(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Factor by which a fixed piece of work is slower now than on the machine of the limits; at least 1. */
async function slowness(): Promise<number> {
  const taken: number[] = [];
  for (let tries = 0; tries < TRIES + TRIES; tries++) taken.push(await once(yardstick));
  return Math.max(1, Math.min(...taken) / YARDSTICK_MS);
}

function yardstick(): number {
  let sum = 0;
  for (let round = 0; round < YARDSTICK_ROUNDS; round++) sum += round % 7;
  return sum;
}

/** No other work of the process takes this long. */
function isFar(ms: number, limitMs: number): boolean {
  return Number.isFinite(ms) && ms > 10 * limitMs;
}

/** A text with any number of repetitions of short pieces: this is what makes a parser slow. */
export interface PumpedText {
  readonly parts: readonly { readonly fixed: string; readonly pump: string }[];
  readonly end: string;
}

/** Texts of up to three repetitions with text before, between and after them, made of pieces that a parser recognises. */
export function pumpedTexts(...pieces: readonly string[]): fc.Arbitrary<PumpedText> {
  const some = fc.array(fc.constantFrom(...pieces), { maxLength: 3 }).map((all) => all.join(''));
  const pump = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 2 }).map((all) => all.join(''));
  return fc.record({
    parts: fc.array(fc.record({ fixed: some, pump }), { minLength: 1, maxLength: 3 }),
    end: fc.oneof(some, fc.constantFrom('\u0000', 'x', '')),
  });
}

/** Returns the text with repetitions up to a length. */
export function textOf({ parts, end }: PumpedText, length: number): string {
  const share = length / parts.length;
  return parts.map(({ fixed, pump }) => fixed + pump.repeat(Math.ceil(share / pump.length))).join('') + end;
}

const LENGTHS = [128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536];

/**
 * Returns the length at which a parser exceeds the CPU limit of a request; undefined if there is none. It grows step by step, so
 * that quadratic, cubic or exponential parsers are found before they take minutes.
 */
export async function slowLength(
  parse: (text: string) => unknown,
  text: PumpedText,
  longest = 65_536,
): Promise<string | undefined> {
  for (const length of LENGTHS.filter((one) => one <= longest)) {
    const ms = await cpuMsOf(() => ignoringRefusals(parse, textOf(text, length)));
    if (ms > CPU_MS_MAX) return `${Math.round(ms)} ms of CPU for ${length} characters`;
  }
  return undefined;
}

async function ignoringRefusals(parse: (text: string) => unknown, text: string): Promise<void> {
  try {
    await parse(text);
  } catch {
    // A refusal is an answer too: only its time counts here.
  }
}
