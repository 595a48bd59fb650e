import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import type { PortalConfig } from './config.ts';

/** What a program may add to the portal: the sandbox its pages (decision 115). In production there is none. */
export interface PortalExtension {
  readonly controllers: readonly Type[];
  /** Before the first route: files, and bodies that are no forms. */
  readonly prepare: (application: NestExpressApplication, config: PortalConfig) => void;
  /** Answers a request that failed, if no person reads the answer; otherwise false. */
  readonly answerError: (
    request: Request,
    response: Response,
    problem: { readonly status: number; readonly title: string; readonly text: string },
  ) => boolean;
  /** HTML at the end of the home page. */
  readonly homePart: (language: 'hr' | 'en') => string;
  /** At the foot of every page. */
  readonly footNote: (language: 'hr' | 'en') => string;
}
