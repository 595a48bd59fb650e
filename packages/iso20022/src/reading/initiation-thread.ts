import { serveThread } from '../threads/serve-thread.ts';
import { readInitiation } from './read-initiation.ts';
import type { InitiationWork } from './read-initiation-in-thread.ts';

serveThread(({ bytes, limits }: InitiationWork) => readInitiation(bytes, limits));
