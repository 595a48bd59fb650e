import { CODE_WORDS } from './code-words.ts';
import { plural } from './croatian-plural.ts';
import { hrApprovals } from './hr-approvals.ts';
import { hrFactorNotes, hrFactors } from './hr-factors.ts';
import { hrHome } from './hr-home.ts';
import { hrOrders } from './hr-orders.ts';
import { hrPermissionNotes, hrPermissions } from './hr-permissions.ts';
import type { Words } from './words.ts';

export const hr: Words = {
  languageName: 'Hrvatski',
  switchLanguage: 'Jezik',
  skipToContent: 'Prijeđi na sadržaj',
  home: 'Početna',
  service: 'Odobrenja',
  footer:
    'Korisničku oznaku, lozinku i kodove upisujte samo na stranicama banke. Nikada ih ne tražimo e\u2011poštom, porukom ni telefonom.',
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
    trust: 'Prijavljujete se kod svoje banke. Pružatelj usluge nikada ne vidi Vašu lozinku.',
    permissionsHeading: 'Prijavite se za pregled suglasnosti',
    permissionsTrust: 'Nakon lozinke šaljemo Vam kod. Služi samo za prijavu: njime se ništa ne plaća i ne odobrava.',
    leave: 'Odustani od prijave',
    proof: {
      review: 'Potvrdite da ste to Vi',
      code: 'Upišite kod za prijavu',
      compare: (where) => `Upišite kod samo ako ${where} piše da služi za prijavu za pregled suglasnosti.`,
      submit: 'Prijavi se',
    },
    permissionsLead:
      'Pogledajte tko smije vidjeti Vaše račune i koliko ih je često pregledavao te povucite suglasnosti koje više ne želite.',
    tellTppLead: (tpp) => `${tpp} pita tko ste. Prijavite se, a zatim odlučite smije li banka to potvrditi.`,
    atBank: (bank) =>
      `Prijavljujete se na stranici banke ${bank}, istim podacima kao u internetskom ili mobilnom bankarstvu, i zatim se vraćate ovamo.`,
    atBankSubmit: 'Prijavi se kod banke',
    atBankTrust: 'Samom se prijavom ništa ne odobrava. Pružatelj usluge ne vidi ni Vaše podatke ni lozinku.',
    phone: 'Nastavite na telefonu',
    phoneHint:
      'Skenirajte QR kod kamerom telefona i prijavite se ondje. Nikada ne skenirajte QR kod koji Vam je poslao netko drugi.',
    phoneCode: 'QR kod s adresom ove stranice',
  },
  tellTpp: {
    heading: 'Povežite svoju banku',
    lead: (tpp, psu) => `${psu}, ${tpp} traži od banke potvrdu da ste njezin klijent.`,
    text: 'Time se ne otvara pristup računima i ništa se ne plaća. Svaku suglasnost i svako plaćanje odobravate posebno.',
    submit: 'Potvrdi i nastavi',
    declineHint: 'Pružatelj saznaje samo da niste potvrdili.',
  },
  continuation: {
    heading: 'Nastavite kod svoje banke',
    text: 'Već ste prijavljeni. Na sljedećoj stranici vidjet ćete zahtjev i odobriti ga.',
    submit: 'Nastavi',
  },
  approvals: hrApprovals,
  orders: hrOrders,
  review: {
    offered: 'Kojim računima dopuštate pristup?',
    offeredHint: 'Pružatelj će vidjeti samo račune koje odaberete.',
    allOffered: 'Svi navedeni računi',
    payingAccount: 'S kojeg računa želite platiti?',
    payingAccountHint: 'Teretit će se samo račun koji odaberete.',
    methods: 'Kako želite odobriti?',
    signInMethods: 'Kako želite potvrditi prijavu?',
    methodsHint: 'Na odabrani način primit ćete kod ili zahtjev za potvrdu.',
    signInMethodsHint: 'Banka Vam šalje kod na odabrani način. Možete se prijaviti i načinom koji ste sami dodali.',
    methodTypes: {
      SMS_OTP: 'Kod u SMS-poruci',
      CHIP_OTP: 'Kod iz čitača kartice',
      PHOTO_OTP: 'Kod skeniranjem slike (photoTAN)',
      PUSH_OTP: 'Na Vašem uređaju, u aplikaciji',
      SMTP_OTP: 'Kod e\u2011poštom',
      PASSKEY: 'Pristupni ključ: otisak prsta, lice ili PIN',
      TOTP: 'Kod iz Vaše aplikacije za autentifikaciju',
    },
    verifiedByBank: 'Banka je već potvrdila Vaš identitet. Dodatni kod nije potreban.',
    submit: 'Nastavi',
  },
  code: CODE_WORDS.hr,
  device: {
    heading: 'Potvrdite na svom uređaju',
    asked: (method) => `Poslali smo zahtjev za potvrdu na Vaš uređaj: ${method}.`,
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
    recurring: (times) => `Višekratno, najviše ${plural(times, 'put', 'puta', 'puta')} dnevno bez Vašeg sudjelovanja`,
    valid: 'Vrijedi',
    until: (date) => `do ${date}`,
    untilWithdrawn: 'do opoziva',
    session: 'Plaćanje',
    paymentMayFollow: 'Pružatelj odmah nakon toga može zatražiti jedno plaćanje, koje odobravate bez ponovne prijave',
    allowed: 'Što dopuštate',
    fundsChecks:
      'Provjera je li iznos raspoloživ; odgovor je samo »da«\u00A0ili\u00A0»ne«. Novac se pritom ne rezervira.',
    card: 'Kartica',
    cardInformation: 'O kartici',
    registrationInformation: 'Registracija',
    signedInAs: 'Prijavljeni korisnik',
    details: 'Sve pojedinosti',
  },
  rights: {
    accounts: 'Podaci o računu',
    balances: 'Stanje',
    transactions: 'Transakcije',
    balancesInList: 'Stanje u popisu računa',
    trustedBeneficiaries: 'Pouzdani primatelji',
    ownerName: 'Ime vlasnika',
    funds: 'Raspoloživost: da ili ne',
  },
  rightsOnAccounts: {
    accounts: 'podaci o računu',
    balances: 'stanja',
    transactions: 'transakcije',
    balancesInList: 'stanja u popisu računa',
    trustedBeneficiaries: 'pouzdani primatelji',
    ownerName: 'imena vlasnika',
  },

  notes: {
    credentialsInvalid: 'Korisnička oznaka i lozinka ne podudaraju se. Provjerite oboje.',
    corporateIdInvalid: 'Banka ne poznaje ovu oznaku tvrtke. Provjerite je.',
    serviceBlocked: 'Vaš je pristup blokiran. Obratite se svojoj banci.',
    accountsNotOfPsu:
      'Niste ovlašteni za račune iz ovog zahtjeva. Prijavite se kao ovlaštena osoba ili odbijte zahtjev.',
    otherCompanyExpected: 'Pružatelj usluge zatražio je odobrenje druge tvrtke. Prijavite se kao korisnik te tvrtke.',
    otherPsuExpected: 'Ovaj je zahtjev upućen drugoj korisničkoj oznaci. Prijavite se njome ili odbijte zahtjev.',
    signedAlready: 'Već ste odobrili ovaj zahtjev. Ako je potrebno još jedno odobrenje, daje ga druga ovlaštena osoba.',
    codeInvalid: 'Kod nije ispravan.',
    accountsNotChosen: 'Odaberite račun ili odbijte zahtjev.',
    codeExpired: 'Kod više ne vrijedi. Zatražite novi.',
    inputMissing: 'Ispunite sva polja.',
    sessionOver: 'Radi Vaše zaštite odjavljeni ste. Prijavite se ponovno.',
    pressedAgain: 'Taj je obrazac već bio poslan ili je zastario. Ovo je Vaš trenutačni korak.',
    codeSent: 'Novi kod je poslan. Raniji kodovi više ne vrijede.',
    signInClosed: 'Previše pokušaja. Radi Vaše zaštite prijava je zatvorena na nekoliko minuta. Pokušajte kasnije.',
    bankSignInDeclined: 'Prijava kod banke nije dovršena. Prijavite se ponovno ili odustanite.',
    bankSignInFailed: 'Prijavu kod banke nije bilo moguće potvrditi. Prijavite se ponovno.',
    bankSignInExpired: 'Ova je prijava trajala predugo ili je već iskorištena. Prijavite se ponovno.',
    bankSignInUnknown:
      'Korisnik koji se prijavio kod banke ne može koristiti ovu uslugu. Prijavite se kao drugi korisnik ili se obratite svojoj banci.',
    bankSignInUnavailable: 'Prijava kod banke trenutačno nije dostupna. Pokušajte ponovno za nekoliko sekundi.',
    endedMeanwhile:
      'Pružatelj usluge povukao je zahtjev, isteklo mu je vrijeme ili ga je prije Vas netko odobrio za druge račune.',
    attemptsUsedUp: 'Bilo je previše pogrešnih unosa.',
    scaMethodMissing: 'Za Vas nije postavljen način primanja koda. Obratite se svojoj banci.',
    signedOut: 'Odjavljeni ste.',
    ...hrFactorNotes,
    ...hrPermissionNotes,
    declined: 'Odbili ste zahtjev.',
  },
  attemptsLeft: (count) =>
    count === 1
      ? 'Preostao je još jedan pokušaj. Ako i on bude pogrešan, radi Vaše zaštite ovdje prekidamo.'
      : `Preostalo: ${plural(count, 'pokušaj', 'pokušaja', 'pokušaja')}.`,
  goBack: (tpp) => `Povratak: ${tpp}`,
  goingBack: (tpp) => `Za koji trenutak vraćamo Vas pružatelju usluge (${tpp}).`,
  mayClose: 'Sada možete zatvoriti ovaj prozor.',
  next: 'Što slijedi',
  reference: 'Oznaka za upite banci',
  errors: {
    linkUnknown: {
      title: 'Ova poveznica ne radi',
      text: 'Nepoznata je ili je već iskorištena. Vratite se na stranicu s koje ste došli i ondje počnite iznova.',
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
      title: 'Stranica je zastarjela',
      text: 'Ovaj obrazac više ne vrijedi. Trenutačna stranica pokazuje što se dogodilo; u pregledniku moraju biti dopušteni kolačići.',
    },
    bankSignInOver: {
      title: 'Ova se prijava ne može nastaviti',
      text: 'Već je iskorištena, trajala je predugo ili je započeta u drugom pregledniku. Vratite se pružatelju usluge i ondje počnite iznova.',
    },
    unavailable: {
      title: 'Privremeno nedostupno',
      text: 'Usluga trenutačno nije dostupna. Pokušajte ponovno za nekoliko sekundi.',
    },
    notFound: { title: 'Stranica nije pronađena', text: 'Na ovoj adresi nema ničega.' },
    tooMany: { title: 'Previše zahtjeva', text: 'Pričekajte trenutak i zatim pokušajte ponovno.' },
    inputInvalid: {
      title: 'Zahtjev nije ispravan',
      text: 'Adresa ili podaci nisu ispravni. Vratite se i pokušajte ponovno.',
    },
    fault: {
      title: 'Nešto je pošlo po zlu',
      text: 'Pogreška je naša. Pokušajte ponovno. Ako se pogreška ponovi, vratite se pružatelju usluge.',
    },
  },
  tryAgain: 'Pokušaj ponovno',

  permissions: hrPermissions,
  factors: hrFactors,
  homePage: hrHome,
};
