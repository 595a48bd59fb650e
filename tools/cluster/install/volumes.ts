import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const USER = 10_001;
const MEMBERS = 3;

/** Creates a volume for each member of the database, in memory: it is gone with the machine. */
export function makeVolumes(folder = '/run/volumes'): object[] {
  return Array.from({ length: MEMBERS }, (_, number) => {
    const path = join(folder, String(number));
    mkdirSync(path, { recursive: true });
    chownSync(path, USER, USER);
    return {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `volume-${number}` },
      spec: {
        capacity: { storage: '10Gi' },
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Retain',
        hostPath: { path },
      },
    };
  });
}
