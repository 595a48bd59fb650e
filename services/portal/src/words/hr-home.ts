import type { Words } from './words.ts';

export const hrHome: Words['homePage'] = {
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
};
