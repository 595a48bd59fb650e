import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import type { PortalConfig } from './config.ts';

/** Additions to the portal by a program: in the sandbox its pages (decision 115). Production has none. */
export interface PortalExtension {
  readonly controllers: readonly Type[];
  /** Runs before the first route, for files and bodies other than forms. */
  readonly prepare: (application: NestExpressApplication, config: PortalConfig) => void;
  /** Answers a failed request and returns true, if no person reads the answer; otherwise returns false. */
  readonly answerError: (
    request: Request,
    response: Response,
    problem: { readonly status: number; readonly title: string; readonly text: string },
  ) => boolean;
  /** Returns HTML for the end of the home page. */
  readonly homePart: (language: 'hr' | 'en') => string;
  /** Address of a stylesheet for every page, after that of the portal. */
  readonly stylesheet: string;
  /** Returns the text at the foot of every page. */
  readonly footNote: (language: 'hr' | 'en') => string;
}
