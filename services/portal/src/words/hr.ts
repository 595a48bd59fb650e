import type { Words } from './words.ts';

const PLURAL = new Intl.PluralRules('hr');

/** Croatian has a form for 1, 21, 31 …, one for 2–4, 22–24 …, and one for the rest. */
function counted(count: number, one: string, few: string, other: string): string {
  const form = PLURAL.select(count);
  return `${count} ${form === 'one' ? one : form === 'few' ? few : other}`;
}

export const hr: Words = {
  languageName: 'Hrvatski',
  switchLanguage: 'Jezik',
  skipToContent: 'Prijeđi na sadržaj',
  home: 'Početna',
  service: 'Odobrenja',
  footer:
    'Korisnička oznaka, lozinka i kodovi vrijede samo na ovoj stranici. Nikada ih ne tražimo e-poštom, porukom ni telefonom.',
  sandboxFooter: 'Ovo je ispitna okolina za razvijatelje: nema stvarnog novca ni stvarnih osoba.',
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
    submit: 'Prijava',
    trust: 'Prijavljujete se u svoju banku. Pružatelj usluge nikada ne vidi Vašu lozinku.',
  },
  lead: {
    consent: (tpp) => `${tpp} traži Vaše dopuštenje za pregled Vaših računa.`,
    fundsConsent: (tpp) =>
      `${tpp} traži Vaše dopuštenje za provjeru raspoloživosti iznosa na Vašem računu. Saznaje samo da ili ne.`,
    payment: (tpp) => `${tpp} predlaže plaćanje s Vašeg računa. Ništa se ne plaća prije Vašeg odobrenja.`,
  },
  review: {
    heading: {
      consent: 'Pregledajte pristup',
      fundsConsent: 'Pregledajte dopuštenje',
      payment: 'Pregledajte plaćanje',
    },
    offered: 'Koje račune želite otvoriti?',
    offeredHint: 'Otvaraju se samo računi koje odaberete.',
    methods: 'Kako želite odobriti?',
    methodsHint: 'Poslat ćemo Vam kod na odabrani način.',
    submit: 'Nastavi i pošalji kod',
  },
  code: {
    heading: {
      consent: 'Odobrite pristup',
      fundsConsent: 'Odobrite dopuštenje',
      payment: 'Odobrite plaćanje',
    },
    sentBy: (method) => `Poslali smo Vam kod: ${method}.`,
    compare: {
      consent: 'Usporedite poruku sa zahtjevom prikazanim ovdje. Upišite kod samo ako se podudaraju.',
      fundsConsent:
        'Usporedite pružatelja usluge i račun u poruci s prikazanima ovdje. Upišite kod samo ako se podudaraju.',
      payment: 'Usporedite iznos i primatelja u poruci s prikazanima ovdje. Upišite kod samo ako se podudaraju.',
    },
    label: 'Kod',
    digits: (count) => `Najviše ${counted(count, 'znak', 'znaka', 'znakova')}`,
    image: 'Slika za očitavanje uređajem Vaše banke',
    submit: { consent: 'Odobri pristup', fundsConsent: 'Odobri dopuštenje', payment: 'Odobri plaćanje' },
    resend: 'Pošalji novi kod',
  },
  cancel: 'Odbij',
  cancelHint: 'Ništa neće biti odobreno.',

  summary: {
    title: { consent: 'Zatraženi pristup', fundsConsent: 'Zatraženo dopuštenje', payment: 'Plaćanje' },
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
    amount: 'Iznos',
    payee: 'Primatelj',
    payeeAccount: 'Račun primatelja',
    fromAccount: 'S računa',
    remittance: 'Opis plaćanja',
    executionDate: 'Datum izvršenja',
    kind: 'Vrsta plaćanja',
    signedInAs: 'Prijavljeni korisnik',
  },
  rights: {
    accounts: 'Podaci o računu',
    balances: 'Stanja',
    transactions: 'Transakcije',
    balancesInList: 'Stanja u popisu računa',
    funds: 'Raspoloživost: da ili ne',
  },
  services: {
    payments: 'Pojedinačno plaćanje',
    'bulk-payments': 'Skupno plaćanje',
    'periodic-payments': 'Trajni nalog',
  },
  products: {
    'sepa-credit-transfers': 'SEPA kreditni transfer',
    'cross-border-credit-transfers': 'Međunarodni kreditni transfer',
    'domestic-credit-transfers-hr': 'Nacionalni kreditni transfer',
    'target-2-payments': 'Plaćanje sustavom TARGET',
    'instant-domestic-credit-transfers-hr': 'Instant nacionalni kreditni transfer',
    'hr-rtgs-payments': 'Plaćanje velike vrijednosti',
    'pain.001-credit-transfers': 'Kreditni transferi u datoteci',
  },

  notes: {
    credentialsInvalid: 'Korisnička oznaka i lozinka ne podudaraju se. Provjerite oboje.',
    accountsNotOfPsu: 'Ne možete raspolagati računima iz ovog zahtjeva.',
    otherPsuExpected: 'Ovaj je zahtjev upućen drugom korisniku.',
    signaturesNotOffered: 'Ovaj račun zahtijeva više potpisa, što za ovaj zahtjev nije podržano.',
    codeInvalid: 'Kod nije ispravan.',
    accountsNotChosen: 'Odaberite barem jedan račun ili odbijte zahtjev.',
    codeExpired: 'Kod više ne vrijedi. Zatražite novi.',
    inputMissing: 'Ispunite sva polja.',
    sessionOver: 'Radi Vaše zaštite odjavljeni ste. Prijavite se ponovno.',
    codeSent: 'Novi kod je poslan. Raniji kodovi više ne vrijede.',
    declined: 'Odbili ste zahtjev.',
  },
  attemptsLeft: (count) => `Preostalo: ${counted(count, 'pokušaj', 'pokušaja', 'pokušaja')}.`,
  endings: {
    approved: {
      consent: {
        title: 'Pristup je odobren',
        text: 'Ovo dopuštenje možete u svakom trenutku povući kod pružatelja usluge koji ga je zatražio.',
      },
      fundsConsent: {
        title: 'Dopuštenje je dano',
        text: 'Ovo dopuštenje možete u svakom trenutku povući kod pružatelja usluge koji ga je zatražio.',
      },
      payment: { title: 'Plaćanje je odobreno', text: 'Zaprimili smo Vaše odobrenje i plaćanje se izvršava.' },
    },
    exempted: {
      consent: { title: 'Pristup je odobren', text: 'Za ovaj zahtjev kod nije bio potreban.' },
      fundsConsent: { title: 'Dopuštenje je dano', text: 'Za ovaj zahtjev kod nije bio potreban.' },
      payment: { title: 'Plaćanje je odobreno', text: 'Za ovo plaćanje kod nije bio potreban.' },
    },
    declined: {
      consent: { title: 'Odbili ste zahtjev', text: 'Pristup Vašim računima nije dan.' },
      fundsConsent: { title: 'Odbili ste zahtjev', text: 'Dopuštenje nije dano.' },
      payment: { title: 'Odbili ste zahtjev', text: 'Ništa nije plaćeno.' },
    },
    notApproved: {
      consent: { title: 'Nije odobreno', text: 'Zahtjev je završio bez odobrenja. Pristup Vašim računima nije dan.' },
      fundsConsent: { title: 'Nije odobreno', text: 'Zahtjev je završio bez odobrenja. Dopuštenje nije dano.' },
      payment: { title: 'Nije odobreno', text: 'Zahtjev je završio bez odobrenja. Ništa nije plaćeno.' },
    },
  },
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

  homePage: {
    heading: 'Sigurno odobravanje pristupa i plaćanja',
    text: 'Ovamo dolazite kada neka aplikacija zatraži pristup Vašim računima ili Vam pripremi plaćanje. Takav se zahtjev otvara sam: na ovoj stranici ništa ne trebate upisivati.',
    points: [
      { title: 'Prvo vidite', text: 'Tko traži, za koje račune ili koji iznos i primatelja te do kada.' },
      { title: 'Vi odlučujete', text: 'Odobrava se samo Vašom prijavom i kodom izrađenim baš za taj zahtjev.' },
      { title: 'Nadzor ostaje Vaš', text: 'Odbijanje ne stoji ništa, a dopuštenja se mogu povući.' },
    ],
    sandbox: 'Ogledni korisnici',
    sandboxText: 'Što bi im banka poslala na telefon, stiže u pretinac.',
    columns: { psuId: 'Korisnička oznaka', who: 'Tko', inbox: 'Poruke' },
    passwordRule: 'Lozinka je korisnička oznaka s nastavkom',
    openInbox: 'Pretinac',
  },
  inbox: {
    heading: 'Pretinac',
    of: (psuId) => `Poruke za ${psuId}, najnovije prve`,
    text: 'U ispitnoj okolini ovamo stiže ono što bi stiglo na telefon.',
    empty: 'Još nema poruka.',
    code: 'Kod',
    refresh: 'Provjeri ponovno',
  },
  samplePsus: {
    'psu-private': 'Privatna osoba: tekući račun, štednja, kreditna kartica',
    'psu-multi': 'Multivalutni račun: EUR, USD, CHF',
    'psu-corporate-1': 'Prvi potpisnik tvrtke (oznaka tvrtke corp-1)',
    'psu-corporate-2': 'Drugi potpisnik tvrtke (oznaka tvrtke corp-1)',
    'psu-empty': 'Tekući račun s 3,50 EUR',
    'psu-exempt': 'Prijenosi među vlastitim računima bez koda',
    'psu-nofactor': 'Nema načina za primanje koda',
    'psu-blocked': 'Blokiran za ovu uslugu',
  },
};
