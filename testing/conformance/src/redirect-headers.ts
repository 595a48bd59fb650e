/** Where the PSU is, and where its browser comes back to: with every request that may read it. */
export const RETURN = {
  'PSU-IP-Address': '192.0.2.10',
  'TPP-Redirect-URI': 'https://tpp.example/ok',
  'TPP-Nok-Redirect-URI': 'https://tpp.example/nok',
} as const;
