/** Test users of the sandbox bank. A test of the bank compares them with its own table. */
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
    who: 'first of two signatories of a company (corp-1)',
    accounts: ['HR2999900051300000015'],
    methods: 'sms, push',
  },
  {
    psuId: 'psu-corporate-2',
    who: 'second of two signatories of a company (corp-1)',
    accounts: ['HR2999900051300000015'],
    methods: 'sms, push',
  },
  { psuId: 'psu-empty', who: 'balance of 3.50 EUR', accounts: ['HR5799900051400000012'], methods: 'sms' },
  {
    psuId: 'psu-exempt',
    who: 'transfers between own accounts are exempt from SCA',
    accounts: ['HR5899900051500000010', 'HR1099900051600000017'],
    methods: 'sms',
  },
  {
    psuId: 'psu-devices',
    who: 'two devices to approve on',
    accounts: ['HR3899900051700000014'],
    methods: 'sms, push, push-2',
  },
  { psuId: 'psu-nofactor', who: 'has no SCA method', accounts: [], methods: 'none' },
  { psuId: 'psu-blocked', who: 'blocked for this service', accounts: ['HR1499900059900000012'], methods: 'sms' },
];
