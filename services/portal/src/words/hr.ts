import { counted } from './counted.ts';
import { hrApprovals } from './hr-approvals.ts';
import { hrOrders } from './hr-orders.ts';
import { hrPermissions } from './hr-permissions.ts';
import { hrSamplePsus } from './hr-sample-psus.ts';
import type { Words } from './words.ts';

export const hr: Words = {
  languageName: 'Hrvatski',
  switchLanguage: 'Jezik',
  skipToContent: 'Prijeđi na sadržaj',
  home: 'Početna',
  service: 'Odobrenja',
  footer:
    'Korisnička oznaka, lozinka i kodovi vrijede samo na ovoj stranici. Nikada ih ne tražimo e-poštom, porukom ni telefonom.',
  sandboxFooter: 'Ovo je testno okruženje za programere: nema stvarnog novca ni stvarnih osoba.',
  titleProblem: 'Problem',
  steps: { label: 'Napredak', signIn: 'Prijava', review: 'Pregled', code: 'Potvrda' },
  stepDone: 'obavljeno',

  signIn: {
    heading: 'Prijavite se za nastavak',
    psuId: 'Korisnička oznaka',
    password: 'Lozinka',
    corporate: 'Potpisujem za tvrtku',
    corporateId: 'Oznaka tvrtke',
    corporateHint: 'Samo ako Vam ju je banka dodijelila.',
    submit: 'Prijavi se',
    trust: 'Prijavljujete se u svoju banku. Pružatelj usluge nikada ne vidi Vašu lozinku.',
    permissionsHeading: 'Prijavite se u svoja dopuštenja',
    permissionsTrust: 'Nakon lozinke šaljemo Vam kod. Služi samo za prijavu: njime se ništa ne plaća i ne odobrava.',
    leave: 'Odustani od prijave',
    proof: {
      review: 'Zatražite kod za prijavu',
      code: 'Upišite kod za prijavu',
      compare: 'Upišite kod samo ako u poruci piše da služi za prijavu u pregled dopuštenja.',
      submit: 'Prijavi se',
    },
    permissionsLead:
      'Pogledajte tko smije vidjeti Vaše račune i koliko je često to činio te povucite što više ne želite.',
    phone: 'Nastavite na telefonu',
    phoneHint:
      'Očitajte sliku kamerom telefona i ondje se prijavite. Nikada ne očitavajte takvu sliku koju Vam je poslao netko drugi.',
    phoneCode: 'QR kod s adresom ove stranice',
  },
  approvals: hrApprovals,
  orders: hrOrders,
  review: {
    offered: 'Koje račune želite otvoriti?',
    offeredHint: 'Otvaraju se samo računi koje odaberete.',
    methods: 'Kako želite odobriti?',
    signInMethods: 'Kako želite primiti kod?',
    methodsHint: 'Na odabrani način dobit ćete kod ili upit na svom uređaju.',
    signInMethodsHint: 'Poslat ćemo Vam kod na odabrani način.',
    methodTypes: {
      SMS_OTP: 'Kod u SMS-poruci',
      CHIP_OTP: 'Kod iz čitača kartice',
      PHOTO_OTP: 'Kod iz slike',
      PUSH_OTP: 'Na Vašem uređaju, u aplikaciji',
      SMTP_OTP: 'Kod e-poštom',
    },
    submit: 'Nastavi',
  },
  code: {
    sentBy: (method) => `Poslali smo Vam kod: ${method}.`,
    label: 'Kod',
    digits: (count) => `Najviše ${counted(count, 'znak', 'znaka', 'znakova')}`,
    image: 'Slika za očitavanje uređajem Vaše banke',
    readPicture: 'Očitajte sliku svojim uređajem: pokazat će kod i čemu kod služi.',
    resend: 'Pošalji novi kod',
    other: 'Odaberi drugi način',
  },
  device: {
    heading: 'Potvrdite na svom uređaju',
    asked: (method) => `Poslali smo upit na Vaš uređaj: ${method}.`,
    compare: 'Usporedite ono što uređaj prikazuje sa zahtjevom ovdje. Ondje odobrite samo ako se podudaraju.',
    waits: 'Ova stranica svakih nekoliko sekundi sama provjerava jeste li odgovorili i zatim nastavlja.',
    look: 'Provjeri odgovor i nastavi',
    other: 'Odaberi drugi način ili pošalji ponovno',
  },
  cancel: 'Odbij',

  summary: {
    requestedBy: 'Zahtjev podnosi',
    accounts: 'Računi',
    noAccounts: 'Računi se prikazuju nakon prijave.',
    chooseAccounts: 'Račune birate sami.',
    data: 'Podaci',
    listOnly: 'Popis računa',
    access: 'Koliko često',
    once: 'Jednom',
    recurring: (times) => `Opetovano, najviše ${counted(times, 'put', 'puta', 'puta')} dnevno kada Vi niste prisutni`,
    validUntil: 'Do',
    untilWithdrawn: 'Vašeg povlačenja dopuštenja',
    allowed: 'Što dopuštate',
    fundsChecks: 'Pitati je li iznos raspoloživ, s odgovorom samo da ili ne. Novac se pritom ne rezervira.',
    card: 'Kartica',
    cardInformation: 'O kartici',
    registrationInformation: 'Registracija',
    signedInAs: 'Prijavljeni korisnik',
  },
  rights: {
    accounts: 'Podaci o računu',
    balances: 'Stanja',
    transactions: 'Transakcije',
    balancesInList: 'Stanja u popisu računa',
    funds: 'Raspoloživost: da ili ne',
  },

  notes: {
    credentialsInvalid: 'Korisnička oznaka i lozinka ne podudaraju se. Provjerite oboje.',
    corporateIdInvalid: 'Banka ne poznaje ovu oznaku tvrtke. Provjerite je.',
    serviceBlocked: 'Vaš je pristup blokiran. Obratite se svojoj banci.',
    accountsNotOfPsu: 'Ne možete raspolagati računima iz ovog zahtjeva.',
    otherPsuExpected: 'Ovaj je zahtjev upućen drugom korisniku.',
    signedAlready: 'Već ste odobrili ovaj zahtjev. Sada ga treba odobriti druga ovlaštena osoba.',
    codeInvalid: 'Kod nije ispravan.',
    accountsNotChosen: 'Odaberite barem jedan račun ili odbijte zahtjev.',
    codeExpired: 'Kod više ne vrijedi. Zatražite novi.',
    inputMissing: 'Ispunite sva polja.',
    sessionOver: 'Radi Vaše zaštite odjavljeni ste. Prijavite se ponovno.',
    promptApproved: 'Odobrili ste to na uređaju.',
    promptDeclined: 'Odbili ste to na uređaju.',
    promptGone:
      'Na taj se upit više ne može odgovoriti: već je odgovoreno, istekao je ili ga je zamijenio noviji zahtjev.',
    codeSent: 'Novi kod je poslan. Raniji kodovi više ne vrijede.',
    signInClosed: 'Previše pokušaja. Radi Vaše zaštite prijava je zatvorena na nekoliko minuta. Pokušajte kasnije.',
    scaMethodMissing: 'Za Vas nije postavljen način primanja koda. Obratite se svojoj banci.',
    signedOut: 'Odjavljeni ste.',
    permissionWithdrawn: 'Povukli ste ovo dopuštenje. Pružatelj usluge s njime više ne dobiva nikakve podatke.',
    permissionEndedBefore: 'Ovo je dopuštenje već bilo završilo. Pružatelj usluge s njime ne dobiva nikakve podatke.',
    declined: 'Odbili ste zahtjev.',
  },
  attemptsLeft: (count) =>
    count === 1
      ? 'Preostao je još jedan pokušaj. Ako i on bude pogrešan, radi Vaše zaštite ovdje prekidamo.'
      : `Preostalo: ${counted(count, 'pokušaj', 'pokušaja', 'pokušaja')}.`,
  goBack: (tpp) => `Natrag na ${tpp}`,
  goingBack: (tpp) => `Povratak na ${tpp} slijedi za koji trenutak.`,
  mayClose: 'Sada možete zatvoriti ovaj prozor.',
  troubles: {
    linkUnknown: {
      title: 'Ova poveznica ne radi',
      text: 'Nepoznata je ili je već iskorištena. Vratite se pružatelju usluge i ondje počnite iznova.',
    },
    linkExpired: {
      title: 'Ova je poveznica istekla',
      text: 'Radi Vaše zaštite takve poveznice vrijede samo nekoliko minuta. Vratite se pružatelju usluge i ondje počnite iznova.',
    },
    sessionOver: {
      title: 'Vaša je prijava istekla',
      text: 'Odjavljeni ste ili ste nastavili na drugom mjestu. Vratite se pružatelju usluge da vidite stanje zahtjeva.',
    },
    formStale: {
      title: 'Stranica je bila zastarjela',
      text: 'Ništa nije poslano. Otvorite trenutačnu stranicu i pokušajte ponovno; preglednik za nju mora dopuštati kolačiće.',
    },
    unavailable: {
      title: 'Privremeno nedostupno',
      text: 'Trenutačno ne možemo odgovoriti. Pokušajte ponovno za nekoliko sekundi.',
    },
    promptGone: {
      title: 'Nema upita za odgovor',
      text: 'Na njega je već odgovoreno, istekao je ili ga je zamijenio noviji zahtjev.',
    },
    notFound: { title: 'Stranica nije pronađena', text: 'Na ovoj adresi nema ničega.' },
    tooMany: { title: 'Previše zahtjeva', text: 'Pričekajte trenutak i zatim pokušajte ponovno.' },
    inputInvalid: {
      title: 'Zahtjev nije čitljiv',
      text: 'Adresa ili obrazac su oštećeni. Vratite se i pokušajte ponovno.',
    },
    fault: {
      title: 'Nešto je pošlo po zlu',
      text: 'Pogreška je naša. Pokušajte ponovno; ako potraje, vratite se pružatelju usluge.',
    },
  },
  tryAgain: 'Pokušaj ponovno',

  permissions: hrPermissions,
  homePage: {
    heading: 'Sigurno odobravanje pristupa i plaćanja',
    text: 'Ovamo dolazite kada neka aplikacija zatraži pristup Vašim računima ili Vam pripremi plaćanje. Takav se zahtjev otvara sam: na ovoj stranici ništa ne trebate upisivati.',
    points: [
      { title: 'Prvo vidite', text: 'Tko traži, za koje račune ili koji iznos i primatelja te do kada.' },
      { title: 'Vi odlučujete', text: 'Odobrava se samo Vašom prijavom i potvrdom izrađenom baš za taj zahtjev.' },
      { title: 'Nadzor ostaje Vaš', text: 'Odbijanje ne stoji ništa, a dopuštenja se mogu povući.' },
    ],
    permissions: {
      title: 'Tko smije vidjeti Vaše račune?',
      text: 'Pogledajte što ste dopustili i povucite to kad god želite.',
    },
    openPermissions: 'Moja dopuštenja',
    sandbox: 'Ogledni korisnici',
    sandboxText:
      'Što bi im banka poslala na telefon, stiže u pretinac; što bi ih pitala u aplikaciji, čeka na uređaju.',
    columns: { psuId: 'Korisnička oznaka', who: 'Tko', inbox: 'Poruke' },
    passwordRule: 'Lozinka je korisnička oznaka s nastavkom',
    openInbox: 'Pretinac',
    openDevice: 'Uređaj',
  },
  inbox: {
    heading: 'Pretinac',
    of: (psuId) => `Poruke za ${psuId}, najnovije prve`,
    text: 'U testnom okruženju ovamo stiže ono što bi stiglo na telefon.',
    empty: 'Još nema poruka.',
    code: 'Kod',
    refresh: 'Provjeri ponovno',
    device: 'Na uređaj ovog korisnika',
  },
  devicePage: {
    heading: 'Uređaj',
    of: (psuId) => `Što pita bankovna aplikacija korisnika ${psuId}, najnovije prvo`,
    text: 'U testnom okruženju ova stranica zamjenjuje aplikaciju na telefonu. Odobrite samo ono što ste sami zatražili.',
    empty: 'Ništa ne čeka odgovor.',
    approve: 'Odobri',
    decline: 'Odbij',
    inbox: 'U pretinac ovog korisnika',
  },
  samplePsus: hrSamplePsus,
};
