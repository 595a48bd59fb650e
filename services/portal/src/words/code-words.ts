import { plural } from './croatian-plural.ts';

/** Where the PSU finds the code. */
export type CodeSource = 'message' | 'reader' | 'picture' | 'app';
type CodedSource = Exclude<CodeSource, 'app'>;

/** The texts beside the field of the code. */
export interface CodeWords {
  /** Instruction, with the name of the method. */
  readonly read: Readonly<Record<CodeSource, (method: string) => string>>;
  /** Place where the content can be read and compared. An authenticator app shows none of it. */
  readonly where: Readonly<Record<CodedSource, string>>;
  readonly resend: Readonly<Record<CodedSource, string>>;
  readonly label: string;
  readonly digits: (count: number) => string;
  readonly characters: (count: number) => string;
  readonly image: string;
  readonly other: string;
}

export const CODE_WORDS: Readonly<Record<'hr' | 'en', CodeWords>> = {
  hr: {
    read: {
      message: (method) => `Poslali smo Vam kod: ${method}.`,
      reader: (method) => `Upišite kod koji prikazuje Vaš čitač: ${method}.`,
      picture: () => 'Skenirajte sliku svojim uređajem; prikazat će kod i njegovu namjenu.',
      app: () => 'Otvorite aplikaciju za autentifikaciju i upišite kod koji prikazuje.',
    },
    where: { message: 'u poruci', reader: 'na čitaču', picture: 'na uređaju' },
    resend: { message: 'Pošalji novi kod', reader: 'Počni ponovno s čitačem', picture: 'Prikaži novu sliku' },
    label: 'Kod',
    digits: (count) => `Kod ima ${plural(count, 'znamenku', 'znamenke', 'znamenki')}`,
    characters: (count) => `Najviše ${plural(count, 'znak', 'znaka', 'znakova')}`,
    image: 'Slika za skeniranje uređajem Vaše banke',
    other: 'Odaberi drugi način',
  },
  en: {
    read: {
      message: (method) => `We have sent you a code: ${method}.`,
      reader: (method) => `Enter the code that your reader shows: ${method}.`,
      picture: () => 'Scan the picture with your device. It shows the code and what the code is for.',
      app: () => 'Open your authenticator app and enter the code that it shows.',
    },
    where: { message: 'in the message', reader: 'on the reader', picture: 'on the device' },
    resend: { message: 'Send a new code', reader: 'Start again with the reader', picture: 'Show a new picture' },
    label: 'Code',
    digits: (count) => `The code has ${count} ${count === 1 ? 'digit' : 'digits'}`,
    characters: (count) => `Up to ${count} ${count === 1 ? 'character' : 'characters'}`,
    image: 'Picture to scan with the device of your bank',
    other: 'Choose another way',
  },
};
