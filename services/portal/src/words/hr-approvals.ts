import type { Approvals, Ending, Message } from './approval-words.ts';

const WITHDRAW =
  'Ovu suglasnost možete povući u svakom trenutku: ovdje, među svojim suglasnostima, ili kod pružatelja usluge.';

/** The endings of one kind. Only titles and consequences differ between kinds. */
function endings(texts: { approved: Message; unneeded: string; nothing: string }): Readonly<Record<Ending, Message>> {
  const { approved, unneeded, nothing } = texts;
  return {
    approved,
    partly: {
      title: 'Zaprimili smo Vaše odobrenje',
      text: 'Zahtjev je odobren tek kada ga odobre sve osobe čije je odobrenje potrebno.',
    },
    exempted: { title: approved.title, text: unneeded },
    declined: { title: 'Odbili ste zahtjev', text: nothing },
    notApproved: { title: 'Nije odobreno', text: `Zahtjev je završio bez odobrenja. ${nothing}` },
  };
}

export const hrApprovals: Approvals = {
  consent: {
    title: 'Zatraženi pristup',
    lead: (tpp) => `${tpp} traži Vašu suglasnost za pregled Vaših računa.`,
    review: 'Pregledajte pristup',
    code: 'Odobrite pristup',
    compare: (where) =>
      `Usporedite ono što piše ${where} sa zahtjevom prikazanim ovdje. Upišite kod samo ako se podudara.`,
    submit: 'Odobri pristup',
    declineHint: 'Pružatelj usluge neće dobiti pristup.',
    next: (tpp) => `${tpp} odsad smije vidjeti ono što ste odobrili. Uvidi su zabilježeni u Vašim suglasnostima.`,
    endings: endings({
      approved: { title: 'Pristup je odobren', text: WITHDRAW },
      unneeded: 'Za ovaj zahtjev nije bila potrebna dodatna potvrda.',
      nothing: 'Pristup Vašim računima nije odobren.',
    }),
  },
  fundsConsent: {
    title: 'Zatražena suglasnost',
    lead: (tpp) =>
      `${tpp} traži Vašu suglasnost za provjeru raspoloživosti iznosa na Vašem računu. Odgovor je samo »da«\u00A0ili\u00A0»ne«.`,
    review: 'Pregledajte suglasnost',
    code: 'Dajte suglasnost',
    compare: (where) =>
      `Usporedite pružatelja usluge i račun ${where} s prikazanima ovdje. Upišite kod samo ako se podudaraju.`,
    submit: 'Daj suglasnost',
    declineHint: 'Pružatelj usluge neće dobiti suglasnost.',
    next: (tpp) => `${tpp} odsad smije provjeravati je li iznos raspoloživ. Suglasnost je na popisu Vaših suglasnosti.`,
    endings: endings({
      approved: { title: 'Suglasnost je dana', text: WITHDRAW },
      unneeded: 'Za ovaj zahtjev nije bila potrebna dodatna potvrda.',
      nothing: 'Suglasnost nije dana.',
    }),
  },
  payment: {
    title: 'Plaćanje',
    lead: (tpp) => `${tpp} predlaže plaćanje s Vašeg računa. Ništa se ne plaća prije Vašeg odobrenja.`,
    review: 'Pregledajte plaćanje',
    code: 'Odobrite plaćanje',
    compare: (where) =>
      `Usporedite iznos i primatelja ${where} s prikazanima ovdje. Upišite kod samo ako se podudaraju.`,
    submit: 'Odobri plaćanje',
    declineHint: 'Ništa neće biti plaćeno.',
    next: (tpp) =>
      `Banka izvršava plaćanje. Kad bude izvršeno, vidjet ćete to kod pružatelja ${tpp} i u prometu računa.`,
    endings: endings({
      approved: { title: 'Plaćanje je odobreno', text: 'Zaprimili smo Vaše odobrenje i plaćanje se izvršava.' },
      unneeded: 'Ovo je prijenos između Vaših vlastitih računa: dodatna potvrda nije bila potrebna.',
      nothing: 'Ništa nije plaćeno.',
    }),
  },
  periodicPayment: {
    title: 'Trajni nalog',
    lead: (tpp) =>
      `${tpp} predlaže trajni nalog: iznos se plaća redovito, u vrijeme prikazano ovdje. Ništa se ne plaća prije Vašeg odobrenja.`,
    review: 'Pregledajte trajni nalog',
    code: 'Odobrite trajni nalog',
    compare: (where) =>
      `Usporedite iznos, primatelja i datume ${where} s prikazanima ovdje. Upišite kod samo ako se podudaraju.`,
    submit: 'Odobri trajni nalog',
    declineHint: 'Trajni nalog neće biti ugovoren.',
    next: (tpp) => `Banka izvršava svako plaćanje na njegov dan. ${tpp} može opozvati trajni nalog uz Vaše odobrenje.`,
    endings: endings({
      approved: {
        title: 'Trajni nalog je odobren',
        text: 'Zaprimili smo Vaše odobrenje. Iznos se plaća u vrijeme prikazano ovdje, do kraja trajnog naloga ili dok ga ne opozovete.',
      },
      unneeded: 'Za ovaj trajni nalog nije bila potrebna dodatna potvrda.',
      nothing: 'Trajni nalog nije ugovoren.',
    }),
  },
  bulkPayment: {
    title: 'Skupno plaćanje',
    lead: (tpp) =>
      `${tpp} predlaže više plaćanja u jednom nalogu. Odobravate ih sva odjednom; prije toga ništa se ne plaća.`,
    review: 'Pregledajte skupno plaćanje',
    code: 'Odobrite skupno plaćanje',
    compare: (where) =>
      `Usporedite ukupan iznos, broj plaćanja i primatelje ${where} s prikazanima ovdje. Upišite kod samo ako se podudaraju.`,
    submit: 'Odobri skupno plaćanje',
    declineHint: 'Nijedno od ovih plaćanja neće se izvršiti.',
    next: (tpp) =>
      `Banka izvršava svako plaćanje. Kad budu izvršena, vidjet ćete to kod pružatelja ${tpp} i u prometu računa.`,
    endings: endings({
      approved: {
        title: 'Skupno plaćanje je odobreno',
        text: 'Zaprimili smo Vaše odobrenje i plaćanja se izvršavaju.',
      },
      unneeded: 'Za ovo skupno plaćanje nije bila potrebna dodatna potvrda.',
      nothing: 'Nijedno plaćanje nije izvršeno.',
    }),
  },
  cancellation: {
    title: 'Nalog koji opozivate',
    lead: (tpp) => `${tpp} traži da opozovete nalog. Ako odobrite, nalog prikazan ovdje NEĆE se više izvršavati.`,
    review: 'Pregledajte opoziv',
    code: 'Odobrite opoziv',
    compare: (where) =>
      `Provjerite piše li ${where} da je riječ o opozivu. Usporedite iznos i primatelja s prikazanima ovdje i upišite kod samo ako se podudaraju.`,
    submit: 'Odobri opoziv',
    declineHint: 'Nalog ostaje kakav jest i bit će izvršen.',
    next: (tpp) => `Banka zaustavlja nalog. ${tpp} će prikazati kad bude opozvan.`,
    endings: endings({
      approved: { title: 'Opoziv je odobren', text: 'Zaprimili smo Vaše odobrenje i nalog se opoziva.' },
      unneeded: 'Za ovaj opoziv nije bila potrebna dodatna potvrda.',
      nothing: 'Nalog nije opozvan: ostaje kakav jest.',
    }),
  },
  basket: {
    title: 'Košarica naloga',
    lead: (tpp) =>
      `${tpp} traži da zajedno odobrite više naloga. Jedno odobrenje vrijedi za sve što je prikazano ovdje.`,
    review: 'Pregledajte naloge',
    code: 'Odobrite naloge',
    compare: (where) =>
      `Usporedite broj naloga i ukupne iznose ${where} s prikazanima ovdje. Upišite kod samo ako se podudaraju.`,
    submit: 'Odobri sve naloge',
    declineHint: 'Nijedan od ovih naloga neće se izvršiti.',
    next: (tpp) => `Banka izvršava svaki nalog na njegov dan. ${tpp} prikazuje stanje svakoga od njih.`,
    endings: endings({
      approved: {
        title: 'Svi su nalozi odobreni',
        text: 'Zaprimili smo Vaše odobrenje za sve naloge prikazane ovdje i plaćanja se izvršavaju.',
      },
      unneeded: 'Za ove naloge nije bila potrebna dodatna potvrda.',
      nothing: 'Nijedan od ovih naloga nije odobren.',
    }),
  },
};
