import { readInitiation } from './read-initiation.ts';
import type { InitiationWork } from './read-initiation-apart.ts';
import { serveThread } from './serve-thread.ts';

serveThread(({ bytes, limits }: InitiationWork) => readInitiation(bytes, limits));
