import { en } from './en.ts';
import { hr } from './hr.ts';

export const SANDBOX_WORDS = { hr, en } as const;
