/** The people of the sandbox bank as a TPP meets them; a test holds them against the bank's own table. */
export const SANDBOX_PSUS: readonly { psuId: string; who: string; accounts: readonly string[]; methods: string }[] = [
  {
    psuId: 'psu-private',
    who: 'current account, savings, credit card',
    accounts: ['HR2799900051100000019', 'HR0599900051100000027', '453200******0017'],
    methods: 'sms, push, photo',
  },
  { psuId: 'psu-multi', who: 'one account in EUR, USD, CHF', accounts: ['HR9899900051200000018'], methods: 'sms' },
  {
    psuId: 'psu-corporate-1',
    who: 'first of two signers of a company (corp-1)',
    accounts: ['HR2999900051300000015'],
    methods: 'sms, push',
  },
  {
    psuId: 'psu-corporate-2',
    who: 'second of two signers of a company (corp-1)',
    accounts: ['HR2999900051300000015'],
    methods: 'sms, push',
  },
  { psuId: 'psu-empty', who: 'has 3.50 EUR', accounts: ['HR5799900051400000012'], methods: 'sms' },
  {
    psuId: 'psu-exempt',
    who: 'transfers between own accounts need no code',
    accounts: ['HR5899900051500000010', 'HR1099900051600000017'],
    methods: 'sms',
  },
  { psuId: 'psu-nofactor', who: 'has no way to get a code', accounts: [], methods: 'none' },
  { psuId: 'psu-blocked', who: 'is blocked for this service', accounts: ['HR1499900059900000012'], methods: 'sms' },
];
