import type { en } from './en.ts';
import { TEST_USER_WORDS } from './test-users.ts';

export const hr: typeof en = {
  footer: 'Ovo je testno okruženje za programere: nema stvarnog novca ni stvarnih osoba.',
  home: {
    heading: 'Testni korisnici',
    text: 'Poruke koje bi banka poslala na telefon vidljive su pod Poruke, a zahtjevi iz aplikacije pod Uređaj.',
    columns: { psuId: 'Korisnička oznaka', who: 'Opis', phone: 'Telefon' },
    passwordRule: 'Lozinka je korisnička oznaka s nastavkom',
    openInbox: 'Poruke',
    openDevice: 'Uređaj',
    ownSandbox: 'Za programere: vlastito testno okruženje',
  },
  inbox: {
    heading: 'Poruke',
    of: (psuId) => `Poruke korisnika ${psuId} (najnovije prve)`,
    text: 'U testnom okruženju ovdje se prikazuju poruke koje bi stigle na telefon.',
    empty: 'Još nema poruka.',
    code: 'Kod',
    refresh: 'Provjeri ponovno',
    device: 'Otvori uređaj korisnika',
  },
  notifications: {
    heading: 'Obavijesti',
    text: 'Što je banka poslala na ovu adresu pružatelja usluge (najnovije prvo).',
    own: 'Dodajte adresi vlastiti naziv da biste vidjeli samo ono što se šalje na nju:',
    empty: 'Još nema obavijesti.',
    body: 'Poruka',
  },
  device: {
    heading: 'Uređaj',
    of: (psuId) => `Zahtjevi u aplikaciji korisnika ${psuId} (najnoviji prvi)`,
    text: 'U testnom okruženju ova stranica zamjenjuje aplikaciju na telefonu. Odobrite samo ono što ste sami zatražili.',
    empty: 'Nema zahtjeva koji čekaju odgovor.',
    approve: 'Odobri',
    decline: 'Odbij',
    outcomes: {
      approved: 'Zahtjev ste odobrili na uređaju.',
      declined: 'Zahtjev ste odbili na uređaju.',
      gone: 'Na taj zahtjev više nije moguće odgovoriti: već je odgovoren, istekao je ili ga je zamijenio noviji.',
    },
    inbox: 'Otvori poruke korisnika',
  },
  testUsers: TEST_USER_WORDS.hr,
};
