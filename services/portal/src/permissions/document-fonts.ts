import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const NOTO_SANS = '@expo-google-fonts/noto-sans';

/** Noto Sans (SIL Open Font License 1.1). A document embeds only the letters that it uses. */
const FILES = {
  regular: require.resolve(`${NOTO_SANS}/400Regular/NotoSans_400Regular.ttf`),
  bold: require.resolve(`${NOTO_SANS}/700Bold/NotoSans_700Bold.ttf`),
} as const;

export function fontFile(weight: keyof typeof FILES): string {
  return FILES[weight];
}
