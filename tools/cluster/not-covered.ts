/** Properties that one machine cannot show, whatever the result. */
export const NOT_COVERED: readonly string[] = [
  'several nodes: pods are not spread over hosts and zones, and no node fails or is drained',
  'network policies: no network plugin here enforces them; testing/suites/deploy checks what they permit',
  'cert-manager: certificates were issued by the check, as the Certificate objects order them',
  'Gateway API: no controller; requests came by the Services, with mutual TLS of a TPP at the gateway',
  'autoscaling: no metrics-server, so no figures to scale by',
  'volumes of a storage class: the volumes of the database are folders of this machine',
  'images of NATS and MongoDB as published, and MongoDB 8: what this machine has was packed under their names',
  'an image registry: images were imported, nothing was pulled',
];
