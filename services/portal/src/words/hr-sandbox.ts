import { TEST_USER_WORDS } from './test-user-words.ts';
import type { Words } from './words.ts';

/** Texts of the pages that only the sandbox has: home, messages, device. */
export const hrSandbox: Pick<Words, 'homePage' | 'inbox' | 'notificationsPage' | 'devicePage' | 'testUsers'> = {
  homePage: {
    heading: 'Sigurno odobravanje pristupa i plaćanja',
    text: 'Ovamo dolazite kada neka aplikacija zatraži pristup Vašim računima ili Vam pripremi plaćanje. Zahtjev se otvara automatski; ovdje ne morate ništa upisivati.',
    points: [
      {
        title: 'Sve vidite unaprijed',
        text: 'Tko podnosi zahtjev, za koje račune ili za koji iznos i primatelja te do kada.',
      },
      {
        title: 'Vi odlučujete',
        text: 'Zahtjev se odobrava samo Vašom prijavom i potvrdom koja vrijedi isključivo za njega.',
      },
      {
        title: 'Vi zadržavate kontrolu',
        text: 'Zahtjev možete odbiti bez posljedica, a suglasnost povući kad god želite.',
      },
    ],
    permissions: {
      title: 'Tko smije vidjeti Vaše račune?',
      text: 'Pogledajte svoje suglasnosti i povucite ih kad god želite.',
    },
    openPermissions: 'Moje suglasnosti',
    sandbox: 'Testni korisnici',
    sandboxText: 'Poruke koje bi banka poslala na telefon vidljive su pod Poruke, a zahtjevi iz aplikacije pod Uređaj.',
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
  notificationsPage: {
    heading: 'Obavijesti',
    text: 'Što je banka poslala na ovu adresu pružatelja usluge (najnovije prvo).',
    own: 'Dodajte adresi vlastiti naziv da biste vidjeli samo ono što se šalje na nju:',
    empty: 'Još nema obavijesti.',
    body: 'Poruka',
  },
  devicePage: {
    heading: 'Uređaj',
    of: (psuId) => `Zahtjevi u aplikaciji korisnika ${psuId} (najnoviji prvi)`,
    text: 'U testnom okruženju ova stranica zamjenjuje aplikaciju na telefonu. Odobrite samo ono što ste sami zatražili.',
    empty: 'Nema zahtjeva koji čekaju odgovor.',
    approve: 'Odobri',
    decline: 'Odbij',
    inbox: 'Otvori poruke korisnika',
  },
  testUsers: TEST_USER_WORDS.hr,
};
