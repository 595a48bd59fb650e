import { z } from 'zod';

const Colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0f4f47');

/** Colours of a page in one scheme. Missing ones are neutral. */
export type Palette = Readonly<Record<keyof typeof NEUTRAL_COLOURS.light, string>>;
export type ColourName = keyof Palette;
export type Scheme = keyof typeof NEUTRAL_COLOURS;

/** Neutral colours, not of any bank. */
export const NEUTRAL_COLOURS = {
  light: {
    paper: '#f3f4f6',
    surface: '#ffffff',
    sunken: '#e8eaee',
    ink: '#16191d',
    quiet: '#4f5660',
    line: '#d3d7dd',
    edge: '#767d88',
    accent: '#1d3f72',
    accentStrong: '#142d54',
    onAccent: '#ffffff',
    problem: '#9c1f1f',
    problemGround: '#fbeae7',
    news: '#1d3f72',
    newsGround: '#e6edf7',
    focus: '#b3560a',
  },
  dark: {
    paper: '#111418',
    surface: '#1a1e24',
    sunken: '#242a32',
    ink: '#eceef1',
    quiet: '#aab2bd',
    line: '#333b46',
    edge: '#808a97',
    accent: '#a9c7f5',
    accentStrong: '#c9dcfa',
    onAccent: '#0b1a30',
    problem: '#ffb3a8',
    problemGround: '#3a1b18',
    news: '#a9c7f5',
    newsGround: '#1b2a42',
    focus: '#f0c070',
  },
} as const;

interface Pairs {
  readonly min: number;
  readonly over: readonly ColourName[];
  readonly under: readonly ColourName[];
}

/** Pairs of foreground and background with their minimum contrast by WCAG 2.2 AA: 4.5 for text (1.4.3), 3 for edges and focus (1.4.11). */
const PAIRS: readonly Pairs[] = [
  { min: 4.5, over: ['ink', 'quiet', 'accent', 'accentStrong', 'problem'], under: ['paper', 'surface', 'sunken'] },
  { min: 4.5, over: ['onAccent'], under: ['accent', 'accentStrong'] },
  { min: 4.5, over: ['problem', 'ink'], under: ['problemGround'] },
  { min: 4.5, over: ['news', 'ink'], under: ['newsGround'] },
  { min: 3, over: ['edge', 'focus'], under: ['paper', 'surface'] },
];

/** Contrast ratio of two colours (WCAG 2.2, "contrast ratio"): from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** All colours of a scheme. The colour for news follows the accent by default. */
export function paletteOf(scheme: Scheme, given: Partial<Palette> = {}): Palette {
  const { accent } = given;
  return {
    ...NEUTRAL_COLOURS[scheme],
    ...(accent !== undefined && { accentStrong: accent, news: NEUTRAL_COLOURS[scheme].ink }),
    ...(accent !== undefined && { newsGround: given.sunken ?? NEUTRAL_COLOURS[scheme].sunken }),
    ...(given.ink !== undefined && accent !== undefined && { news: given.ink }),
    ...given,
  };
}

/** Schema for a bank's colours in one scheme, which refuses pairs with too little contrast. */
export function coloursOf(scheme: Scheme) {
  const others = ['paper', 'surface', 'sunken', 'ink', 'quiet', 'line', 'edge', 'accentStrong'] as const;
  const states = ['problem', 'problemGround', 'news', 'newsGround', 'focus'] as const;
  const optional = Object.fromEntries([...others, ...states].map((name) => [name, Colour.optional()])) as Record<
    (typeof others)[number] | (typeof states)[number],
    z.ZodOptional<typeof Colour>
  >;
  return z.strictObject({ accent: Colour, onAccent: Colour, ...optional }).superRefine((given, context) => {
    const named = Object.fromEntries(Object.entries(given).filter(([, colour]) => colour !== undefined));
    const palette = paletteOf(scheme, named);
    for (const { min, over, under } of PAIRS) {
      for (const [upper, lower] of over.flatMap((name) => under.map((ground) => [name, ground] as const))) {
        const ratio = contrast(palette[upper], palette[lower]);
        if (ratio >= min) continue;
        const path = [upper, lower].find((name) => name in named) ?? 'accent';
        const message = `${upper} (${palette[upper]}) on ${lower} (${palette[lower]}) has a contrast of ${ratio.toFixed(2)}; at least ${min} is needed`;
        context.addIssue({ code: 'custom', path: [path], message });
      }
    }
  });
}
