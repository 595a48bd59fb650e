/** IP address of the PSU and redirect URIs, sent with every request that may read them. */
export const RETURN = {
  'PSU-IP-Address': '192.0.2.10',
  'TPP-Redirect-URI': 'https://tpp.example/ok',
  'TPP-Nok-Redirect-URI': 'https://tpp.example/nok',
} as const;
