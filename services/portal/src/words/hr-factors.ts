import type { Words } from './words.ts';

export const hrFactors: Words['factors'] = {
  heading: 'Vaši načini odobravanja',
  lead: 'Osim kodovima banke možete odobravati pristupnim ključem ili aplikacijom za autentifikaciju. Dodajte samo ono što je isključivo Vaše.',
  open: 'Pristupni ključevi i aplikacija za autentifikaciju',
  openHint: 'Odobravajte lakše, bez čekanja na kod.',
  back: 'Svi načini odobravanja',
  signInAgain:
    'Da biste dodali novi način, odjavite se i ponovno se prijavite kodom banke ili pristupnim ključem. Radi Vaše zaštite prijava smije biti stara najviše pet minuta.',
  kinds: {
    passkey: {
      heading: 'Pristupni ključevi',
      text: 'Otisak prsta, lice ili PIN Vašeg telefona ili računala, ili sigurnosni ključ. Njime možete odobriti svaki zahtjev, uključujući plaćanja.',
      none: 'Nemate nijedan pristupni ključ.',
      add: 'Dodaj pristupni ključ',
    },
    totp: {
      heading: 'Aplikacija za autentifikaciju',
      text: 'Aplikacija koja svakih 30 sekundi prikazuje novi kod. Njome možete odobriti pristup računima i provjere sredstava, ali ne i plaćanja.',
      none: 'Nemate aplikaciju za autentifikaciju.',
      add: 'Dodaj aplikaciju za autentifikaciju',
    },
  },
  app: {
    name: 'Aplikacija za autentifikaciju',
    heading: 'Dodajte aplikaciju za autentifikaciju',
    lead: 'Slika sadrži tajni ključ. Ne pokazujte je nikome i skenirajte je samo aplikacijom na vlastitom telefonu.',
    scan: 'Otvorite aplikaciju za autentifikaciju i skenirajte ovu sliku.',
    picture: 'QR kod za Vašu aplikaciju za autentifikaciju',
    orType: 'Ili upišite ovaj ključ u aplikaciju:',
    code: 'Kod koji aplikacija prikazuje',
    submit: 'Potvrdi',
  },
  make: {
    heading: 'Dodajte pristupni ključ',
    lead: 'Uređaj će zatražiti otisak prsta, lice ili PIN i izraditi ključ koji ostaje na Vašem uređaju ili u Vašem korisničkom računu (npr. Google, iCloud).',
    name: 'Naziv',
    nameGiven: 'Moj uređaj',
    nameHint: 'Po njemu ćete ga poslije prepoznati (najviše 40 znakova).',
    submit: 'Izradi pristupni ključ',
    failed: 'Pristupni ključ nije izrađen. Pokušajte ponovno ili upotrijebite drugi uređaj.',
  },
  approve: {
    heading: 'Odobrite pristupnim ključem',
    text: 'Pročitajte što se traži. Uređaj će zatim zatražiti otisak prsta, lice ili PIN, upravo za ovaj zahtjev.',
    with: (names) => `Vaši pristupni ključevi: ${names}`,
    submit: 'Odobri pristupnim ključem',
    failed: 'Pristupni ključ nije odgovorio. Pokušajte ponovno ili odaberite drugi način.',
  },
  signIn: {
    heading: 'Prijavite se pristupnim ključem',
    text: 'Uređaj će zatražiti otisak prsta, lice ili PIN. Time se samo prijavljujete i ništa ne odobravate.',
    submit: 'Prijavi se pristupnim ključem',
  },
  added: 'Dodano',
  lastUsed: 'Zadnje korištenje',
  neverUsed: 'Nije korišteno',
  remove: 'Ukloni',
  needsScript:
    'Preglednik mora podržavati pristupne ključeve, a JavaScript mora biti uključen. Možete odabrati i drugi način.',
};

export const hrFactorNotes = {
  passkeyInvalid: 'Odgovor pristupnog ključa nije prihvaćen.',
  passkeyExpired: 'Zahtjev pristupnom ključu istekao je ili je već iskorišten. Pokušajte ponovno.',
  passkeyMissing: 'Nismo primili odgovor pristupnog ključa. Uključite JavaScript i pokušajte ponovno.',
  signInTooOld:
    'Prijava je starija od pet minuta. Ponovno se prijavite da biste dodali pristupni ključ ili aplikaciju za autentifikaciju.',
  signInTooWeak:
    'Prijavili ste se kodom aplikacije za autentifikaciju. Ponovno se prijavite kodom banke ili pristupnim ključem da biste dodali novi način.',
  addingOver: 'Dodavanje je trajalo predugo ili je prekinuto. Počnite ponovno.',
  passkeyNotMade: 'Ovaj pristupni ključ nije moguće dodati. Pokušajte ponovno ili upotrijebite drugi uređaj.',
  passkeysTooMany: 'Imate najveći mogući broj pristupnih ključeva. Najprije uklonite jedan.',
  totpPresent: 'Već imate aplikaciju za autentifikaciju. Najprije je uklonite da biste dodali drugu.',
  totpInvalid: 'Kod nije ispravan. Provjerite je li vrijeme na telefonu postavljeno automatski.',
  passkeyAdded: 'Pristupni ključ je dodan. Od sada njime možete odobravati.',
  totpAdded: 'Aplikacija za autentifikaciju je dodana. Od sada njome možete odobravati pristup računima.',
  factorRemoved: 'Uklonjeno. Tim načinom više ne možete odobravati.',
};
